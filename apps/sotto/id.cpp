// SPDX-License-Identifier: MIT
// sotto id new, show, renew: who this site is, and for how long its peers believe it.
#include <fmt/format.h>

#include "command.hpp"
#include "output.hpp"
#include "sotto/federation/identity/site_certificate.hpp"
#include "sotto/federation/identity/site_identity.hpp"
#include "sotto/input/printable.hpp"
#include "sotto/report/document/json_values.hpp"
#include "sotto/settings/conversion.hpp"
#include "terminal.hpp"

namespace sotto::app {
namespace {

void take_state(Command& command) {
  command.takes_value("--state", Command::Wanted::required,
                      "the node's state folder; its identity lies in DIR/identity", Command::Names::folder);
}

void take_days(Command& command) {
  command.takes_value("--days", Command::Wanted::optional,
                      fmt::format("how long the certificate is good, 1 to {} days (default: {})", most_certificate_days,
                                  default_certificate_days));
}

int days_in(const Command& command, Faults& faults) {
  const std::string& text = command.value("--days");
  if (text.empty()) return default_certificate_days;
  const std::optional<std::uint64_t> days = parse_unsigned(text);
  if (days && *days >= 1 && *days <= std::uint64_t{most_certificate_days}) return static_cast<int>(*days);
  faults.add({"--days", printable(text), fmt::format("must be a whole number from 1 to {}", most_certificate_days)});
  return default_certificate_days;
}

std::string identity_json(const SiteIdentity& site, const SiteCertificate& certificate, UnixTime now) {
  const Json json = {{"schema", "sotto.identity/1"},
                     {"name", site.name()},
                     {"public_key", site.public_key().text()},
                     {"certificate",
                      {{"file", site.certificate_path().string()},
                       {"serial", certificate.serial},
                       {"not_before", certificate.not_before},
                       {"not_after", certificate.not_after},
                       {"valid_from", utc_text(certificate.not_before)},
                       {"valid_until", utc_text(certificate.not_after)},
                       {"days_left", certificate.days_left(now)},
                       {"valid_now", certificate.not_before <= now && now <= certificate.not_after}}}};
  return dump(json);
}

std::string identity_text(const SiteIdentity& site, const SiteCertificate& certificate, UnixTime now) {
  const double days = certificate.days_left(now);
  return fmt::format(
      "  site         {}\n"
      "  public key   {}\n"
      "               (name and public key go into the manifest)\n"
      "  certificate  valid until {} ({:.1f} days {})\n"
      "               serial {}\n",
      site.name(), site.public_key().text(), utc_text(certificate.not_after), days < 0 ? -days : days,
      days < 0 ? "ago" : "left", certificate.serial);
}

ExitCode say_identity(const Command& command, const SiteIdentity& site) {
  const SiteCertificate certificate = site.certificate();
  const UnixTime now = unix_now();
  if (!command.quiet() && now > certificate.not_after)
    remark("warning", "the certificate has expired, and no peer accepts it: sotto id renew");
  if (!command.quiet() && now < certificate.not_before)
    remark("warning", fmt::format("the certificate is valid from {} only: is the clock right? It says {}",
                                  utc_text(certificate.not_before), utc_text(now)));
  print(command.json() ? identity_json(site, certificate, now) : identity_text(site, certificate, now));
  return ok;
}

void describe_id_new(Command& command) {
  command.takes_value("--name", Command::Wanted::required,
                      "the site's name in manifests: 1 to 40 of a-z, 0-9 and -, a letter first");
  take_state(command);
  take_days(command);
}

void describe_id_show(Command& command) {
  take_state(command);
}

void describe_id_renew(Command& command) {
  take_state(command);
  take_days(command);
}

ExitCode id_new(const Command& command) {
  Faults faults;
  const std::string& name = command.value("--name");
  if (!is_site_name(name)) faults.add({"--name", shown(name), site_name_rule});
  const int days = days_in(command, faults);
  faults.throw_if_any();
  return say_identity(command, SiteIdentity::create(command.value("--state"), name, days));
}

ExitCode id_show(const Command& command) {
  return say_identity(command, SiteIdentity::open(command.value("--state")));
}

ExitCode id_renew(const Command& command) {
  Faults faults;
  const int days = days_in(command, faults);
  faults.throw_if_any();
  const SiteIdentity site = SiteIdentity::open(command.value("--state"));
  site.renew(days);
  return say_identity(command, site);
}

}  // namespace

const Subcommand id_new_command{"id new", "make this site's key and its first certificate", describe_id_new, id_new};
const Subcommand id_show_command{"id show", "name, public key and certificate of this site", describe_id_show, id_show};
const Subcommand id_renew_command{"id renew", "a new certificate under the same key", describe_id_renew, id_renew};

}  // namespace sotto::app
