// The rows of the panel, a file a subject; private to this folder.
#pragma once

#include <vector>

#include "views/scenario/field_makers.h"
#include "views/shared/text.h"

namespace weir::panel {

using Choices = std::vector<std::pair<QString, QString>>;

[[nodiscard]] inline bool training(const Scenario& s) { return s.workload.kind == Workload::Kind::Training; }
[[nodiscard]] inline bool collective(const Scenario& s) { return s.workload.kind == Workload::Kind::Collective; }
[[nodiscard]] inline bool traffic(const Scenario& s) { return s.workload.kind == Workload::Kind::Traffic; }

// A choice whose word is one of `names`, in their order, held as the enumerator of that place.
template <class At>
Field enumerated(Field::Group group, make::Label label, std::span<const std::string_view> names, At at, std::function<Choices(const Scenario&)> choices) {
  Field f = make::base(group, std::move(label));
  f.kind = Field::Kind::Choice;
  f.choices = std::move(choices);
  f.get = [at, names](const Scenario& s) { return q(names[static_cast<std::size_t>(at(s))]); };
  f.set = [at, names](Scenario& s, const QString& text) -> Result<void> {
    using E = std::remove_cvref_t<decltype(at(s))>;
    for (std::size_t i = 0; i < names.size(); ++i)
      if (text == q(names[i])) {
        at(s) = static_cast<E>(i);
        return {};
      }
    return fail(translate("ScenarioFields", "\"%1\" is not among the choices").arg(text).toStdString());
  };
  return f;
}

[[nodiscard]] Choices algorithmChoices();

void network(std::vector<Field>& out);         // machine.network: topology, links
void networkDetail(std::vector<Field>& out);   // routing, transport, switches, faults
void collectives(std::vector<Field>& out);     // workload of kind collective
void patterns(std::vector<Field>& out);        // workload of kind traffic
void spread(std::vector<Field>& out);          // jitter, stragglers: any workload
void placement(std::vector<Field>& out);       // plan

}  // namespace weir::panel
