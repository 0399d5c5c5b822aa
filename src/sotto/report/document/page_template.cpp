// SPDX-License-Identifier: MIT
// The template's bytes, as the assembler reads them. A source of its own in unity builds: its symbols exist once.
#include "sotto/report/document/page.hpp"

// SOTTO_PAGE_TEMPLATE is the path of build/web/page.html; CMake compiles this again when that file changes.
asm(".section .rodata\n"
    ".global sotto_page_template_begin\n"
    ".global sotto_page_template_end\n"
    "sotto_page_template_begin:\n"
    ".incbin \"" SOTTO_PAGE_TEMPLATE
    "\"\n"
    "sotto_page_template_end:\n"
    ".byte 0\n"
    ".text\n");

extern "C" {
extern const char sotto_page_template_begin[];
extern const char sotto_page_template_end[];
}

namespace sotto {

std::string_view page_template() {
  return {&sotto_page_template_begin[0], &sotto_page_template_end[0]};
}

}  // namespace sotto
