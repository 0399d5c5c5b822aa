// SPDX-License-Identifier: MIT
// What each member of masked sums said, with its masks taken off: whoever holds the seed of an audit can. It is for the
// check of the noise, never for an attack.
#pragma once

#include "sotto/audit/colluding_members.hpp"
#include "sotto/audit/residue_bits.hpp"

namespace sotto {

/// One run of the reference engine on masked sums: message (t, i) is x_i + noise. `bits` counts the residues as they
/// were heard.
void run_bare(const Network& network, const MemberSources& sources, const std::atomic<bool>& interrupt,
              ResidueBits& bits, Transcript& heard);

/// The same from a seed. `bits` must outlive the protocol, which one thread may call at a time.
Protocol bare_protocol(const NetworkPair& networks, const Draw& draw, ResidueBits& bits,
                       const std::atomic<bool>& interrupt);

}  // namespace sotto
