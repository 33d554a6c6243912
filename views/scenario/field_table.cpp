// The rows of the scenario panel, in the order in which they stand.
#include <fmt/format.h>

#include "core/scenario/models.h"
#include "views/scenario/field_groups.h"

namespace weir {
namespace {

using Group = Field::Group;
using panel::Choices;
using panel::training;

// Data parallelism that fills the machine goes on filling it when the machine or the split of the model changes.
template <class Change>
Result<void> keepFilled(Scenario& s, Change change) {
  const auto full = [](const Scenario& x) {
    const int inner = std::max(1, x.plan.tensor_parallel * x.plan.pipeline_parallel);
    return x.machine.accelerators() / inner;
  };
  const bool filled = s.plan.data_parallel > 0 && s.plan.data_parallel == full(s);
  Result<void> r = change();
  if (r && filled) s.plan.data_parallel = std::max(1, full(s));
  return r;
}

void fillsMachine(Field& f) {
  f.set = [set = f.set](Scenario& s, const QString& text) { return keepFilled(s, [&] { return set(s, text); }); };
}

QString modelTitle(const std::string& known) {
  if (known == "resnet-50") return QStringLiteral("ResNet-50");
  if (known == "vgg-16") return QStringLiteral("VGG-16");
  if (known == "bert-large") return QStringLiteral("BERT-large");
  if (known == "gpt") return translate("ScenarioFields", "GPT, own shape");
  QString t = QString::fromStdString(known);
  if (t.startsWith(QLatin1String("gpt"))) t.replace(0, 3, QStringLiteral("GPT"));
  return t;
}

template <class At>
Field algorithm(Group group, make::Label label, At at) {
  Field f = make::base(group, std::move(label));
  f.kind = Field::Kind::Choice;
  f.choices = [](const Scenario&) { return panel::algorithmChoices(); };
  f.get = [at](const Scenario& s) { return QString::fromUtf8(std::string(name(at(s)))); };
  f.set = [at](Scenario& s, const QString& text) -> Result<void> {
    const auto a = algorithmFrom(text.toStdString());
    if (!a) return fail(fmt::format("\"{}\" is no algorithm this version knows", text.toStdString()));
    at(s) = *a;
    return {};
  };
  return f;
}

StorageTier* tierOf(Scenario& s) {
  for (StorageTier& t : s.machine.storage)
    if (t.name == s.plan.data.tier) return &t;
  return s.machine.storage.empty() ? nullptr : &s.machine.storage.front();
}
const StorageTier* tierOf(const Scenario& s) { return tierOf(const_cast<Scenario&>(s)); }

// A quantity of the storage tier the plan reads from.
template <class Q>
Field tierField(make::Label label, Q StorageTier::*member) {
  Field f = make::base(Group::Machine, std::move(label));
  f.get = [member](const Scenario& s) { return tierOf(s) ? fieldtext::text(tierOf(s)->*member) : QString(); };
  f.set = [member](Scenario& s, const QString& text) -> Result<void> {
    const auto q = fieldtext::parse(text.toStdString(), Q{});
    if (!q) return tl::make_unexpected(q.error());
    if (StorageTier* t = tierOf(s)) t->*member = *q;
    return {};
  };
  f.applies = [](const Scenario& s) { return training(s) && tierOf(s); };
  return f;
}

Field acceleratorField(std::shared_ptr<const std::vector<Accelerator>> known) {
  Field f = make::base(Group::Machine, {"machine.node.accelerator.name", translate("ScenarioFields", "Accelerator"), {},
                                        translate("ScenarioFields", "Peak rates, memory, frequencies and power come with it")});
  f.kind = Field::Kind::Choice;
  f.choices = [known](const Scenario& s) {
    Choices c;
    bool own = false;
    if (known)
      for (const Accelerator& a : *known) {
        c.emplace_back(QString::fromStdString(a.name), QString::fromStdString(a.name));
        own = own || a.name == s.machine.node.accelerator.name;
      }
    const QString name = QString::fromStdString(s.machine.node.accelerator.name);
    if (!own) c.emplace_back(name, name.isEmpty() ? translate("ScenarioFields", "unnamed") : name);
    return c;
  };
  f.get = [](const Scenario& s) { return QString::fromStdString(s.machine.node.accelerator.name); };
  f.set = [known](Scenario& s, const QString& t) -> Result<void> {
    if (t.toStdString() == s.machine.node.accelerator.name || !known) return {};
    for (const Accelerator& a : *known)
      if (a.name == t.toStdString()) {
        s.machine.node.accelerator = a;
        // Where the old one's values came from says nothing about this one's.
        std::erase_if(s.provenance, [](const auto& entry) { return entry.first.starts_with("machine.node.accelerator."); });
        if (!a.peak.contains(s.workload.precision) && !a.peak.empty()) s.workload.precision = a.peak.begin()->first;
        const double hz = s.plan.frequency.toHertz();
        if (hz > 0 && (hz < a.frequency.min.toHertz() || hz > a.frequency.max.toHertz())) s.plan.frequency = {};
        break;
      }
    return {};
  };
  f.applies = training;
  return f;
}

void machineFields(std::vector<Field>& out, std::shared_ptr<const std::vector<Accelerator>> accelerators) {
  const Group g = Group::Machine;
  {
    Field f = make::integer(g, {"machine.nodes", translate("ScenarioFields", "Nodes"), {}, translate("ScenarioFields", "Computers in the machine")}, 1,
                            [](auto& s) -> auto& { return s.machine.nodes; });
    fillsMachine(f);
    make::steps(f, [](const Scenario&) { return make::doublings(1, 4096); },
                [](const Scenario& s) { return s.machine.nodes; }, [](double v) { return QString::number(qint64(v)); }, true);
    out.push_back(std::move(f));
  }
  {
    Field f = make::integer(g, {"machine.node.accelerators", translate("ScenarioFields", "Accelerators per node"), {}, translate("ScenarioFields", "GPUs, or what computes in their place, in each node")},
                            1, [](auto& s) -> auto& { return s.machine.node.accelerators; });
    fillsMachine(f);
    make::steps(f, [](const Scenario&) { return make::doublings(1, 16); },
                [](const Scenario& s) { return s.machine.node.accelerators; }, [](double v) { return QString::number(qint64(v)); }, false);
    out.push_back(std::move(f));
  }
  out.push_back(acceleratorField(std::move(accelerators)));
  out.push_back(make::quantity(g, {"machine.node.accelerator.memory_bandwidth", translate("ScenarioFields", "Memory bandwidth"), {}, translate("ScenarioFields", "Of one accelerator's memory")},
                               [](auto& s) -> auto& { return s.machine.node.accelerator.memory_bandwidth; }));
  out.back().get = [](const Scenario& s) { return fieldtext::bytesText(s.machine.node.accelerator.memory_bandwidth); };
  out.back().applies = training;
  out.push_back(make::quantity(g, {"machine.node.accelerator.memory", translate("ScenarioFields", "Memory"), {}, translate("ScenarioFields", "Of one accelerator")},
                               [](auto& s) -> auto& { return s.machine.node.accelerator.memory; }));
  out.back().applies = training;
  panel::network(out);
  panel::networkDetail(out);
  const QString storage = translate("ScenarioFields", "Storage");
  {
    Field f = make::base(g, {"plan.data.tier", translate("ScenarioFields", "Storage tier"), storage, translate("ScenarioFields", "Where samples are read from")});
    f.kind = Field::Kind::Choice;
    f.choices = [](const Scenario& s) {
      Choices c;
      for (const StorageTier& t : s.machine.storage) {
        const QString n = QString::fromStdString(t.name);
        c.emplace_back(n, t.shared ? translate("ScenarioFields", "%1 · shared").arg(n) : translate("ScenarioFields", "%1 · node").arg(n));
      }
      return c;
    };
    f.get = [](const Scenario& s) { return tierOf(s) ? QString::fromStdString(tierOf(s)->name) : QString(); };
    f.set = [](Scenario& s, const QString& t) -> Result<void> {
      // An empty tier means the first one: choosing what is in force changes nothing.
      if (tierOf(s) && tierOf(s)->name == t.toStdString()) return {};
      s.plan.data.tier = t.toStdString();
      return {};
    };
    f.applies = [](const Scenario& s) { return training(s) && !s.machine.storage.empty(); };
    out.push_back(std::move(f));
  }
  {
    Field f = tierField({"machine.storage.read", translate("ScenarioFields", "Read bandwidth"), storage, translate("ScenarioFields", "Of the chosen tier: of the whole where it is shared, else of each node")}, &StorageTier::read);
    make::steps(f, [](const Scenario&) { return std::vector<double>{8e8, 8e9, 1.6e10, 4e10, 8e10, 1.6e11, 4e11, 8e11, 1.6e12, 4e12, 8e12, 1.6e13, 4e13}; },
                [](const Scenario& s) { return tierOf(s) ? tierOf(s)->read.toBitsPerSecond() : 0; },
                [](double v) { return QString::fromStdString(units::showBytesPerSecond(v / 8)); }, false);
    // Storage is spoken of in bytes a second.
    f.get = [](const Scenario& s) { return tierOf(s) ? fieldtext::bytesText(tierOf(s)->read) : QString(); };
    out.push_back(std::move(f));
  }
  out.push_back(tierField({"machine.storage.latency", translate("ScenarioFields", "Request latency"), storage, translate("ScenarioFields", "Of one request to the chosen tier")}, &StorageTier::latency));
  out.push_back(tierField({"machine.storage.open", translate("ScenarioFields", "Opening a file"), storage, translate("ScenarioFields", "Time to open one file on the chosen tier")}, &StorageTier::open));
}

void workloadFields(std::vector<Field>& out) {
  const Group g = Group::Workload;
  {
    Field f = make::base(g, {"workload.model.name", translate("ScenarioFields", "Model"), {}, translate("ScenarioFields", "The network that is trained")});
    f.kind = Field::Kind::Choice;
    f.choices = [](const Scenario& s) {
      Choices c;
      for (const std::string& known : modelNames()) c.emplace_back(QString::fromStdString(known), modelTitle(known));
      const QString own = QString::fromStdString(s.workload.model.name);
      if (!knownModel(s.workload.model.name) || !s.workload.model.layers.empty())
        c.emplace_back(own, s.workload.model.layers.empty() ? own : translate("ScenarioFields", "%1 · %2 layers").arg(own).arg(s.workload.model.layers.size()));
      return c;
    };
    f.get = [](const Scenario& s) { return QString::fromStdString(s.workload.model.name); };
    f.set = [](Scenario& s, const QString& t) -> Result<void> {
      NetworkModel& m = s.workload.model;
      if (m.name == t.toStdString()) return {};
      m = {};
      m.name = t.toStdString();
      m.gpt = gptShapeOf(m.name);
      return {};
    };
    f.applies = training;
    out.push_back(std::move(f));
  }
  const auto gpt = [&](const char* path, const QString& label, const QString& help, int GptShape::*member, std::vector<double> stops) {
    Field f = make::base(g, {path, label, {}, help});
    f.get = [member](const Scenario& s) { return s.workload.model.gpt ? QString::number((*s.workload.model.gpt).*member) : QString(); };
    f.set = [member](Scenario& s, const QString& text) -> Result<void> {
      bool ok = false;
      const int v = text.trimmed().toInt(&ok);
      if (!ok || v < 1) return fail(translate("ScenarioFields", "\"%1\" is not a whole number of at least 1").arg(text).toStdString());
      if (s.workload.model.gpt) (*s.workload.model.gpt).*member = v;
      return {};
    };
    make::steps(f, [stops](const Scenario&) { return stops; },
                [member](const Scenario& s) { return s.workload.model.gpt ? (*s.workload.model.gpt).*member : 0; },
                [](double v) { return QString::number(qint64(v)); }, false);
    f.applies = [](const Scenario& s) { return training(s) && s.workload.model.gpt.has_value(); };
    out.push_back(std::move(f));
  };
  gpt("workload.model.gpt.layers", translate("ScenarioFields", "Layers"), translate("ScenarioFields", "Transformer blocks"), &GptShape::layers, {6, 12, 24, 32, 40, 48, 64, 80, 96, 128});
  gpt("workload.model.gpt.hidden", translate("ScenarioFields", "Hidden size"), translate("ScenarioFields", "Width of a block"), &GptShape::hidden, {512, 768, 1024, 1536, 2048, 2560, 4096, 5120, 6144, 8192, 12288, 16384});
  gpt("workload.model.gpt.heads", translate("ScenarioFields", "Heads"), translate("ScenarioFields", "Attention heads"), &GptShape::heads, {8, 12, 16, 24, 32, 40, 48, 64, 96, 128});
  gpt("workload.model.gpt.sequence", translate("ScenarioFields", "Sequence"), translate("ScenarioFields", "Tokens a sample"), &GptShape::sequence, {512, 1024, 2048, 4096, 8192, 16384, 32768});
  out.push_back(make::choice(g, {"workload.precision", translate("ScenarioFields", "Precision"), {}, translate("ScenarioFields", "Of the arithmetic and of gradients")},
                             [](auto& s) -> auto& { return s.workload.precision; },
                             [](const Scenario& s) {
                               Choices c;
                               for (const auto& [precision, rate] : s.machine.node.accelerator.peak)
                                 c.emplace_back(QString::fromStdString(precision),
                                                QString::fromStdString(fmt::format("{} · {}", precision, units::show(rate))));
                               return c;
                             }));
  out.back().applies = training;
  out.push_back(make::integer(g, {"workload.dataset.samples", translate("ScenarioFields", "Samples"), translate("ScenarioFields", "Data set"), translate("ScenarioFields", "In an epoch")}, 0,
                              [](auto& s) -> auto& { return s.workload.dataset.samples; }));
  out.back().applies = training;
  out.push_back(make::quantity(g, {"workload.dataset.sample_size", translate("ScenarioFields", "Sample size"), translate("ScenarioFields", "Data set"), translate("ScenarioFields", "On storage")},
                               [](auto& s) -> auto& { return s.workload.dataset.sample_size; }));
  out.back().applies = training;
  out.push_back(make::quantity(g, {"workload.dataset.preprocess", translate("ScenarioFields", "Preparing a sample"), translate("ScenarioFields", "Data set"), translate("ScenarioFields", "CPU time of one sample in one thread")},
                               [](auto& s) -> auto& { return s.workload.dataset.preprocess; }));
  out.back().applies = training;

  panel::collectives(out);
  panel::patterns(out);
  panel::spread(out);
}

void planFields(std::vector<Field>& out) {
  const Group g = Group::Plan;
  {
    Field f = make::integer(g, {"plan.global_batch", translate("ScenarioFields", "Global batch"), {}, translate("ScenarioFields", "Samples a step, over all ranks")}, 1,
                            [](auto& s) -> auto& { return s.plan.global_batch; });
    make::steps(f,
                [](const Scenario& s) {
                  // Multiples of the data-parallel ranks: other batches leave some ranks with fewer samples.
                  const double unit = std::max(1, s.dataParallel());
                  return make::doublings(unit, std::max(65536.0, unit * 64));
                },
                [](const Scenario& s) { return double(s.plan.global_batch); }, [](double v) { return QString::number(qint64(v)); }, true);
    f.applies = training;
    out.push_back(std::move(f));
  }
  const auto whole = [&](const char* path, const QString& label, const QString& caption, const QString& help, std::int64_t least, auto at, bool fills = false) {
    Field f = make::integer(g, {path, label, caption, help}, least, at);
    if (fills) fillsMachine(f);
    f.applies = training;
    make::steps(f, [least](const Scenario&) {
      std::vector<double> v = make::doublings(1, 4096);
      if (least == 0) v.insert(v.begin(), 0);
      return v;
    }, [at](const Scenario& s) { return double(at(s)); }, [](double v) { return QString::number(qint64(v)); }, false);
    out.push_back(std::move(f));
  };
  whole("plan.micro_batch", translate("ScenarioFields", "Micro-batch"), {}, translate("ScenarioFields", "Samples a rank and pass; 0 = its whole share at once"), 0, [](auto& s) -> auto& { return s.plan.micro_batch; });
  {
    Field f = make::base(g, {"plan.frequency", translate("ScenarioFields", "Frequency"), {}, translate("ScenarioFields", "Of the accelerators; lower saves power and costs time")});
    f.get = [](const Scenario& s) {
      if (s.plan.frequency.toHertz() > 0) return fieldtext::text(s.plan.frequency);
      return fieldtext::text(s.machine.node.accelerator.frequency.max);
    };
    f.set = [](Scenario& s, const QString& text) -> Result<void> {
      const auto q = units::parseFrequency(text.toStdString());
      if (!q) return tl::make_unexpected(q.error());
      // The maximum is written as "none asked for", so that equal plans stay equal.
      s.plan.frequency = *q == s.machine.node.accelerator.frequency.max ? Frequency{} : *q;
      return {};
    };
    make::steps(f,
                [](const Scenario& s) {
                  const FrequencyRange& r = s.machine.node.accelerator.frequency;
                  std::vector<double> v;
                  constexpr int kSteps = 24;
                  const double lo = r.min.toHertz();
                  const double hi = r.max.toHertz();
                  if (lo > 0 && hi > lo)
                    for (int i = 0; i <= kSteps; ++i) v.push_back(i == kSteps ? hi : std::round((lo + (hi - lo) * i / kSteps) / 5e6) * 5e6);
                  return v;
                },
                [](const Scenario& s) { return s.plan.frequency.toHertz() > 0 ? s.plan.frequency.toHertz() : s.machine.node.accelerator.frequency.max.toHertz(); },
                [](double v) { return fieldtext::text(Frequency::hertz(v)); }, true);
    f.applies = training;
    out.push_back(std::move(f));
  }
  const QString communication = translate("ScenarioFields", "Communication");
  out.push_back(algorithm(g, {"plan.allreduce", translate("ScenarioFields", "All-reduce"), communication, translate("ScenarioFields", "How gradients are summed over the ranks")}, [](auto& s) -> auto& { return s.plan.allreduce; }));
  out.back().applies = training;
  {
    Field f = make::quantity(g, {"plan.bucket", translate("ScenarioFields", "Bucket"), communication, translate("ScenarioFields", "Gradients are sent once this much is ready")}, [](auto& s) -> auto& { return s.plan.bucket; });
    make::steps(f, [](const Scenario&) { return make::doublings(1 << 20, 1 << 30); }, [](const Scenario& s) { return s.plan.bucket.toDouble(); },
                [](double v) { return fieldtext::text(Bytes::of(qint64(v))); }, false);
    f.applies = training;
    out.push_back(std::move(f));
  }
  out.push_back(make::toggle(g, {"plan.overlap", translate("ScenarioFields", "Overlap with backward"), communication, translate("ScenarioFields", "Communicate while the backward pass still computes")}, [](auto& s) -> auto& { return s.plan.overlap; }));
  out.back().applies = training;
  const QString split = translate("ScenarioFields", "Parallelism");
  whole("plan.data_parallel", translate("ScenarioFields", "Data parallel"), split, translate("ScenarioFields", "Copies of the model; 0 = as many as the machine carries"), 0, [](auto& s) -> auto& { return s.plan.data_parallel; });
  whole("plan.tensor_parallel", translate("ScenarioFields", "Tensor parallel"), split, translate("ScenarioFields", "Accelerators that share each layer"), 1, [](auto& s) -> auto& { return s.plan.tensor_parallel; }, true);
  whole("plan.pipeline_parallel", translate("ScenarioFields", "Pipeline parallel"), split, translate("ScenarioFields", "Stages the layers are divided into"), 1, [](auto& s) -> auto& { return s.plan.pipeline_parallel; }, true);
  {
    Field f = make::base(g, {"plan.zero", translate("ScenarioFields", "ZeRO stage"), split, translate("ScenarioFields", "What data-parallel ranks share instead of copying: 1 optimizer, 2 gradients too, 3 parameters too")});
    f.kind = Field::Kind::Choice;
    f.choices = [](const Scenario&) { return Choices{{"0", translate("ScenarioFields", "0, none")}, {"1", translate("ScenarioFields", "1, optimizer")}, {"2", translate("ScenarioFields", "2, gradients")}, {"3", translate("ScenarioFields", "3, parameters")}}; };
    f.get = [](const Scenario& s) { return QString::number(s.plan.zero); };
    f.set = [](Scenario& s, const QString& t) -> Result<void> {
      s.plan.zero = t.toInt();
      return {};
    };
    f.applies = training;
    out.push_back(std::move(f));
  }
  const QString data = translate("ScenarioFields", "Loading data");
  whole("plan.data.workers", translate("ScenarioFields", "Loader workers"), data, translate("ScenarioFields", "Loader processes a rank"), 0, [](auto& s) -> auto& { return s.plan.data.workers; });
  whole("plan.data.prefetch", translate("ScenarioFields", "Prefetch"), data, translate("ScenarioFields", "Batches a worker prepares ahead"), 0, [](auto& s) -> auto& { return s.plan.data.prefetch; });
  {
    Field f = make::base(g, {"plan.checkpoint.every", translate("ScenarioFields", "Checkpoint every"), data, translate("ScenarioFields", "0 s = no checkpoints; young or daly = from the cost and the nodes' failures")});
    f.get = [](const Scenario& s) { return !s.plan.checkpoint.rule.empty() ? QString::fromStdString(s.plan.checkpoint.rule) : s.plan.checkpoint.every_s > 0 ? QString::fromStdString(units::showSeconds(s.plan.checkpoint.every_s)) : QStringLiteral("0 s"); };
    f.set = [](Scenario& s, const QString& text) -> Result<void> {
      const std::string word = text.trimmed().toStdString();
      const bool rule = word == "young" || word == "daly";
      const Result<double> v = rule ? Result<double>(0.0) : units::parseSeconds(word);
      if (!v) return tl::make_unexpected(v.error());
      s.plan.checkpoint.every_s = *v;
      s.plan.checkpoint.rule = rule ? word : std::string();
      return {};
    };
    f.applies = training;
    out.push_back(std::move(f));
  }
  panel::placement(out);
}

}  // namespace

std::vector<Field> scenarioFields(std::shared_ptr<const std::vector<Accelerator>> accelerators) {
  std::vector<Field> out;
  machineFields(out, std::move(accelerators));
  workloadFields(out);
  planFields(out);
  return out;
}

}  // namespace weir
