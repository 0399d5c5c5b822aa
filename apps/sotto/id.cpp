// SPDX-License-Identifier: MIT
// sotto id new, show, renew, disown: who this site is, for how long its peers believe it, and which starts were not of
// this state.
#include <fmt/format.h>

#include "command.hpp"
#include "output.hpp"
#include "sotto/federation/identity/site_certificate.hpp"
#include "sotto/federation/identity/site_identity.hpp"
#include "sotto/federation/runner/giving_up.hpp"
#include "sotto/input/number_text.hpp"
#include "sotto/input/printable.hpp"
#include "sotto/report/document/json_values.hpp"
#include "terminal.hpp"

namespace sotto::app {
namespace {

void take_state(Command& command) {
  command.takes_state("the node's state folder; its identity lies in DIR/identity");
}

int days_in(const Command& command, Faults& faults) {
  const std::string& text = command.value("--days");
  if (text.empty()) return default_certificate_days;
  const std::optional<std::uint64_t> days = number_of_text<std::uint64_t>(text);
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
  print(command.json() ? identity_json(site, certificate, now) : fitted(identity_text(site, certificate, now)));
  return ok;
}

void take_state_and_days(Command& command) {
  take_state(command);
  command.takes_value("--days", Command::Wanted::optional,
                      fmt::format("how long the certificate is good, 1 to {} days (default: {})", most_certificate_days,
                                  default_certificate_days));
}

void describe_id_new(Command& command) {
  command.takes_value("--name", Command::Wanted::required,
                      "the site's name in manifests: 1 to 40 of a-z, 0-9 and -, a letter first");
  take_state_and_days(command);
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

/// One that spent or said what this state lacks is the true state, and this one is the copy.
void refuse_obstacles(const std::vector<ForeignStart>& starts) {
  Faults faults;
  for (const ForeignStart& one : starts)
    if (!one.obstacle.empty())
      faults.add({"start", std::to_string(one.start.standing().incarnation), "cannot be disowned: " + one.obstacle});
  faults.throw_if_any(FaultKind::store);
}

std::string numbers_of(const std::vector<ForeignStart>& starts) {
  std::string numbers;
  for (const ForeignStart& one : starts)
    numbers += (numbers.empty() ? "" : ", ") + std::to_string(one.start.standing().incarnation);
  return numbers;
}

void describe_id_disown(Command& command) {
  command.takes_state();
  command.takes_switch("--yes", "yes, these starts were not of this state");
}

ExitCode id_disown(const Command& command) {
  const SiteIdentity site = SiteIdentity::open(command.value("--state"));
  const Store store = Store::open(command.value("--state"), site.public_key().text());
  const std::vector<ForeignStart> starts = foreign_starts(store, site);
  refuse_obstacles(starts);
  if (!starts.empty() && !command.is_on("--yes"))
    throw InvalidInput({"--yes", "",
                        "neighbours have shown starts with this site's signature that this state does not know: " +
                            numbers_of(starts) +
                            ". A copy of this state was started, or its site key was stolen. Find out which; if it was "
                            "a copy that is gone, repeat the command with --yes"});
  for (const ForeignStart& one : starts) disown(store, site, one.start);
  if (command.json()) {
    Json json{{"schema", "sotto.disowned/1"}, {"starts", Json::array()}};
    for (const ForeignStart& one : starts) json["starts"].push_back(one.start.standing().incarnation);
    print(dump(json));
  } else if (starts.empty()) {
    print(fitted("  nothing to disown: no neighbour has shown a start of this site that this state does not know\n"));
  } else {
    print(fitted(fmt::format("  disowned: start {}. Neighbours hear it with the next hello and keep it as evidence\n",
                             numbers_of(starts))));
  }
  return ok;
}

}  // namespace

const Subcommand id_new_command{"id new", "make this site's key and its first certificate", describe_id_new, id_new};
const Subcommand id_show_command{"id show", "name, public key and certificate of this site", take_state, id_show};
const Subcommand id_renew_command{"id renew", "a new certificate under the same key", take_state_and_days, id_renew};

const Subcommand id_disown_command{"id disown", "say that a start with this site's signature was not of this state",
                                   describe_id_disown, id_disown};

}  // namespace sotto::app
