// XSpace profiles: real ones of the corpus, and small ones written here field by field.
#include <gtest/gtest.h>

#include <protozero/pbf_writer.hpp>

#include "core/formats/xplane/hlo.h"
#include "database_support.h"

namespace xplane_test {
using namespace weir;
using namespace weir::test;

namespace {

using protozero::pbf_writer;

std::string message(const std::function<void(pbf_writer&)>& write) {
  std::string s;
  pbf_writer w(s);
  write(w);
  return s;
}
std::string named(std::int64_t id, const std::string& name, const std::string& shown = {}) {
  return message([&](pbf_writer& entry) {
    entry.add_int64(1, id);
    entry.add_message(2, message([&](pbf_writer& m) {
                        m.add_int64(1, id);
                        m.add_string(2, name);
                        if (!shown.empty()) m.add_string(4, shown);
                      }));
  });
}
std::string event(std::int64_t id, std::int64_t offset, std::int64_t duration, const std::vector<std::string>& stats = {}) {
  return message([&](pbf_writer& e) {
    e.add_int64(1, id);
    e.add_int64(2, offset);
    e.add_int64(3, duration);
    for (const std::string& s : stats) e.add_message(4, s);
  });
}
std::string unsignedStat(std::int64_t key, std::uint64_t v) {
  return message([&](pbf_writer& s) {
    s.add_int64(1, key);
    s.add_uint64(3, v);
  });
}
std::string line(std::int64_t id, const std::string& name, std::int64_t ns, const std::vector<std::string>& events) {
  return message([&](pbf_writer& l) {
    l.add_int64(1, id);
    l.add_string(2, name);
    l.add_int64(3, ns);
    for (const std::string& e : events) l.add_message(4, e);
  });
}

constexpr std::int64_t kNs = 1'700'000'000'000'000'000;

std::string tpu(int device, std::int64_t shift) {
  return message([&](pbf_writer& p) {
    p.add_string(2, "/device:TPU:" + std::to_string(device));
    p.add_message(3, line(1, "Steps", kNs, {event(9, shift, 9000)}));
    p.add_message(3, line(2, "XLA Ops", kNs,
                          {event(1, shift, 1000, {unsignedStat(1, 4096)}), event(2, 1000 + shift, 100), event(4, 1100 + shift, 2000), event(3, 4000 + shift, 500),
                           event(5, 5000 + shift, 700, {unsignedStat(1, 999)}),
                           message([](pbf_writer& e) {
                             e.add_int64(1, 4);
                             e.add_int64(5, 17);  // num_occurrences
                           })}));
    for (const std::string& m : {named(1, "%all-reduce.1 = f32[512] all-reduce(f32[512] %x)", "all-reduce.1"), named(2, "all-gather-start.7"),
                                 named(3, "all-gather-done.7"), named(4, "fusion.3"), named(5, "all-to-all"), named(9, "step 0")})
      p.add_message(4, m);
    p.add_message(5, named(1, "bytes_accessed"));
    p.add_message(5, named(2, "memory_size"));
    p.add_message(6, unsignedStat(2, 17179869184));
  });
}

std::string space() {
  return message([](pbf_writer& s) {
    s.add_message(1, tpu(0, 0));
    s.add_message(1, tpu(1, 50));
    s.add_message(1, message([](pbf_writer& p) {
                    p.add_string(2, "/host:CPU");
                    p.add_message(3, line(77, "python", kNs - 5, {event(1, 0, 2000)}));
                    p.add_message(4, named(1, "PjitFunction(f)"));
                  }));
    s.add_string(4, "worker-3");
  });
}

TEST(Xplane, OperationsStepsAndCollectives) {
  for (const std::size_t chunk : {std::string_view::npos, std::size_t{3}}) {
    const auto run = readText(space(), chunk);
    ASSERT_TRUE(run) << run.error().line();
    EXPECT_EQ(run->format, "xplane");
    EXPECT_EQ(run->originNs, kNs - 5);
    EXPECT_EQ(run->sources[0].clock, ClockKind::Epoch);
    EXPECT_EQ(run->ranks, (std::vector<std::int32_t>{0, 1}));
    EXPECT_EQ(run->slices.size(), 13U);
    EXPECT_EQ(fact(*run, "host name"), "worker-3");
    EXPECT_EQ(fact(*run, "device 0 memory size"), "17179869184");
    EXPECT_EQ(noteCount(*run, "events told only by how often they came, left out"), 2U);
    ASSERT_EQ(run->collectives.size(), 6U);
    for (const CollectiveCall& c : run->collectives) {
      const std::int64_t shift = 5000 + (c.rank == 1 ? 50 : 0);  // 5 ns after the first event of all
      if (c.operation == Operation::AllReduce) {
        EXPECT_EQ(c.bytes, 2048);
        EXPECT_EQ(c.start, shift);
      } else if (c.operation == Operation::AllGather) {
        EXPECT_EQ(c.bytes, kUnknownBytes);
        EXPECT_EQ(c.start, 1000 + shift);
        EXPECT_EQ(c.duration, 3500);  // from the start's beginning to the done's end
      } else {
        EXPECT_EQ(c.operation, Operation::AllToAll);
      }
    }
    const SliceIndex step = sliceNamed(*run, "step 0");
    EXPECT_EQ(run->slices.activity[step], Activity::Annotation);
    const SliceIndex fusion = sliceNamed(*run, "fusion.3");
    EXPECT_EQ(run->slices.activity[fusion], Activity::Compute);
    EXPECT_EQ(run->tracks[run->rowOf(fusion).track].kind, TrackKind::Stream);
    EXPECT_EQ(run->tracks[run->rowOf(sliceNamed(*run, "PjitFunction(f)")).track].kind, TrackKind::Thread);
  }
}

TEST(Xplane, CutAnywhere) {
  const std::string whole = space();
  const std::size_t firstPlane = whole.find("/device:TPU:1");
  for (std::size_t n = 24; n < whole.size(); ++n) {
    const auto run = readText(whole.substr(0, n));
    if (n <= firstPlane) continue;
    ASSERT_TRUE(run) << n << ": " << run.error().line();
    EXPECT_GE(run->slices.size(), 6U) << n;
  }
}

TEST(Xplane, NamesOfOperations) {
  using xplane::Hlo;
  struct Row {
    std::string_view text, name;
    Hlo::Part part;
    Activity activity;
    Operation operation;
  };
  for (const Row& row : std::initializer_list<Row>{
           {"%all-reduce.12 = f32[] all-reduce(%x)", "all-reduce.12", Hlo::Part::Whole, Activity::Communication, Operation::AllReduce},
           {"all-reduce-scatter.2", "all-reduce-scatter.2", Hlo::Part::Whole, Activity::Communication, Operation::ReduceScatter},
           {"all-gather-start", "all-gather-start", Hlo::Part::Start, Activity::Communication, Operation::AllGather},
           {"reduce-scatter-done.4", "reduce-scatter-done.4", Hlo::Part::Done, Activity::Communication, Operation::ReduceScatter},
           {"collective-permute-done.1", "collective-permute-done.1", Hlo::Part::Done, Activity::Communication, Operation::SendRecv},
           {"all-reduce.5.clone", "all-reduce.5.clone", Hlo::Part::Whole, Activity::Communication, Operation::AllReduce},
           {"reduce.7", "reduce.7", Hlo::Part::Whole, Activity::Compute, Operation::Unknown},
           {"sender.1", "sender.1", Hlo::Part::Whole, Activity::Compute, Operation::Unknown},
           {"copy-start.9", "copy-start.9", Hlo::Part::Start, Activity::Copy, Operation::Unknown},
           {"while.1", "while.1", Hlo::Part::Whole, Activity::Annotation, Operation::Unknown},
           {"", "", Hlo::Part::Whole, Activity::Compute, Operation::Unknown}}) {
    const Hlo h = xplane::hloOf(row.text);
    EXPECT_EQ(h.name, row.name);
    EXPECT_EQ(h.part, row.part) << row.text;
    EXPECT_EQ(h.activity, row.activity) << row.text;
    EXPECT_EQ(h.operation, row.operation) << row.text;
  }
}

// Of these files the manifest knows only the size. tpu_inference_2.xplane.pb went through a conversion of text: all bytes above
// 127 are U+FFFD, so that there is nothing to read; that must be said.
TEST(Xplane, CorpusManifest) {
  if (!haveShared()) GTEST_SKIP() << "no corpus beside the project";
  int compared = 0;
  for (const ManifestRow& row : manifest("xplane")) {
    SCOPED_TRACE(row.file);
    for (const auto& [key, value] : row.expected.items()) {
      ASSERT_EQ(key, "bytes") << "a key that this test does not know";
      EXPECT_EQ(std::filesystem::file_size(row.file), value.get<std::uintmax_t>());
    }
    const auto run = open(row.file);
    ++compared;
    if (row.file.ends_with("tpu_inference_2.xplane.pb")) {
      ASSERT_FALSE(run);
      EXPECT_NE(run.error().what.find("conversion of text"), std::string::npos) << run.error().line();
      continue;
    }
    ASSERT_TRUE(run) << run.error().line();
    EXPECT_EQ(run->format, "xplane");
    EXPECT_EQ(run->ranks.size(), 8U);  // 8 GPUs of an MI300 node
    EXPECT_GT(run->arrows.size(), 100U);
    EXPECT_EQ(fact(*run, "device 0 device vendor"), "AMD");
    const SliceIndex kernel = sliceNamed(*run, "loop_transpose_fusion.kd");
    ASSERT_LT(kernel, run->slices.size());
    EXPECT_EQ(run->slices.activity[kernel], Activity::Compute);
  }
  EXPECT_EQ(compared, 2);
}

}  // namespace

}  // namespace xplane_test
