#include "core/formats/chrome/gather.h"

#include <algorithm>

namespace weir::chrome {
namespace {

// Appends f(value) of each.
template <class To, class From, class F>
void extend(To& to, const From& from, F&& f) {
  const std::size_t at = to.size();
  to.resize(at + from.size());
  auto* out = to.data() + at;
  for (std::size_t i = 0; i < from.size(); ++i) out[i] = f(from[i]);
}
template <class To, class From>
void extend(To& to, const From& from) {
  extend(to, from, [](const auto& v) { return v; });
}

}  // namespace

void Gather::reserve(std::size_t slices, std::size_t argsBytes) {
  Slices& s = all_.slices;
  s.start.reserve(slices);
  s.duration.reserve(slices);
  s.name.reserve(slices);
  s.category.reserve(slices);
  s.args.reserve(slices);
  s.argsSize.reserve(slices);
  all_.startFs.reserve(slices);
  all_.thread.reserve(slices);
  all_.argsText.reserve(argsBytes);
}

std::uint64_t Gather::bytes() const {
  return (all_.halves.size() + all_.asyncHalves.size()) * sizeof(Half) + all_.marks.size() * sizeof(Mark) +
         all_.metadata.size() * sizeof(Metadata);
}

void Gather::meet(const Part& part, Known& known) {
  const Events& e = part.events;
  for (NameId i = 1; i < e.names.size(); ++i) known.name.push_back(all_.names.intern(e.names.text(i)));
  for (NameId i = 1; i < e.asyncIds.size(); ++i) known.asyncId.push_back(all_.asyncIds.intern(e.asyncIds.text(i)));
  for (const Process& p : e.processes) {
    const auto [it, fresh] = processes_.try_emplace(p.raw, static_cast<std::uint32_t>(all_.processes.size()));
    if (fresh) all_.processes.push_back(p);
    known.process.push_back(it->second);
  }
  for (const Thread& t : e.threads) {
    const std::uint32_t process = known.process[t.process];
    const auto [it, fresh] = threads_.try_emplace({all_.processes[process].raw, t.raw}, static_cast<ThreadIndex>(all_.threads.size()));
    if (fresh) {
      all_.threads.push_back(t);
      all_.threads.back().process = process;
    }
    known.thread.push_back(it->second);
  }
}

void Gather::append(Part& part, unsigned collector) {
  if (of_.size() <= collector) of_.resize(collector + 1);
  Known& known = of_[collector];
  meet(part, known);
  Events& e = part.events;
  const auto name = [&](NameId id) { return known.name[id]; };
  const auto thread = [&](ThreadIndex id) { return known.thread[id]; };
  const std::uint64_t args = all_.argsText.size();
  const auto moved = [&](ArgsAt a) { return ArgsAt{a.offset + args, a.size}; };

  Slices& s = all_.slices;
  extend(s.start, e.slices.start);
  extend(s.duration, e.slices.duration);
  extend(s.name, e.slices.name, name);
  extend(s.category, e.slices.category, name);
  extend(s.args, e.slices.args, [&](std::uint64_t at) { return at + args; });
  extend(s.argsSize, e.slices.argsSize);
  extend(all_.startFs, e.startFs);
  extend(all_.thread, e.thread, thread);
  all_.argsText.append(e.argsText);

  for (const Half& h : e.halves) all_.halves.push_back({thread(h.thread), 0, name(h.name), name(h.category), h.at, moved(h.args), h.begins});
  for (const Half& h : e.asyncHalves)
    all_.asyncHalves.push_back(
        {thread(h.thread), known.asyncId[h.id], name(h.name), name(h.category), h.at, moved(h.args), h.begins});
  for (const Mark& m : e.marks) all_.marks.push_back({thread(m.thread), name(m.name), m.at});
  for (const CounterSeries& c : e.counters) {
    const ThreadIndex t = thread(c.thread);
    const auto [it, fresh] = counters_.try_emplace({all_.threads[t].process, name(c.name)}, all_.counters.size());
    if (fresh) all_.counters.push_back({name(c.name), c.key, t, {}, {}});
    CounterSeries& to = all_.counters[it->second];
    to.at.insert(to.at.end(), c.at.begin(), c.at.end());
    to.value.insert(to.value.end(), c.value.begin(), c.value.end());
  }
  for (Metadata& m : e.metadata) {
    const bool ofThread = m.what >= Metadata::What::ThreadName;
    m.index = ofThread ? thread(m.index) : known.process[m.index];
    all_.metadata.push_back(std::move(m));
  }
  for (const auto& [type, count] : e.leftOut) all_.leftOut[type] += count;
  const std::size_t flows = all_.flows.size();
  extend(all_.flows, e.flows);
  for (std::size_t i = flows; i < all_.flows.size(); ++i) {
    Flow& f = all_.flows[i];
    f.thread = thread(f.thread);
    f.name = name(f.name);
    f.category = name(f.category);
  }
  for (std::size_t i = 0; i < e.byType.size(); ++i) all_.byType[i] += e.byType[i];
  all_.facts.insert(all_.facts.end(), e.facts.begin(), e.facts.end());
  all_.kineto = all_.kineto || e.kineto;
  if (!e.annex.empty()) all_.annex = std::move(e.annex);
  if (e.based) {
    all_.based = true;
    all_.baseNs = e.baseNs;
  }
  if (!e.distributedInfo.empty()) {
    all_.distributedInfo = e.distributedInfo;
    all_.rank = e.rank;
    all_.worldSize = e.worldSize;
  }
}

}  // namespace weir::chrome
