// SPDX-License-Identifier: MIT
// Asio, for sources of this folder alone: it takes seconds to compile.
#pragma once

#include <boost/asio/io_context.hpp>
#include <boost/asio/signal_set.hpp>
#include <boost/asio/thread_pool.hpp>
#include <utility>  // Boost 1.74 forgets it under C++20

#include "sotto/federation/peer/timeline.hpp"

namespace sotto {

namespace asio = boost::asio;

struct EventLoop::Inner {
  asio::io_context context{1};
  asio::signal_set signals{context};
  asio::thread_pool computing{1};
};

}  // namespace sotto
