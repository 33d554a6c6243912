// nvidia-smi, dmon, CodeCarbon, Zeus, RAPL, meters: small texts of our own, and the corpus' manifest "energy".
#include <gtest/gtest.h>

#include "log_support.h"

namespace power_test {
using namespace weir;
using namespace weir::test;

namespace {

std::vector<float> values(const weir::Run& run, std::string_view name, std::string_view group) {
  const Counter* c = counter(run, name, group);
  return c == nullptr ? std::vector<float>{} : c->value;
}

}  // namespace

TEST(NvidiaSmi, UnitsInHeaderAndCells) {
  const std::string log =
      "timestamp, index, name, power.draw [W], utilization.gpu [%], memory.used [MiB], pstate, clocks_throttle_reasons.sw_power_cap\n"
      "2026/07/18 21:26:02.500, 0, NVIDIA X, 100.50 W, 50 %, 2 MiB, P0, Not Active\n"
      "2026/07/18 21:26:02.500, 1, NVIDIA X, [N/A], 0 %, 1 MiB, P8, Not Active\n"
      "2026/07/18 21:26:03.000, 0, NVIDIA X, 200.50 W, 100 %, 4 MiB, P0, Active\n"
      "2026/07/18 21:26:03.000, 1, NVIDIA X, 60.25 W, 0 %, 1 MiB, P2, Not Active\n";
  const auto run = mustRead(log);
  EXPECT_EQ(run.format, "nvidia-smi");
  EXPECT_EQ(run.originNs, 1784409962500000000);
  EXPECT_EQ(run.sources[0].clock, ClockKind::Local);
  EXPECT_EQ(values(run, "GPU 0", "power"), (std::vector<float>{100.5F, 200.5F}));
  EXPECT_EQ(values(run, "GPU 1", "power"), (std::vector<float>{60.25F}));
  EXPECT_EQ(noteCount(run, "unknown readings, left out"), 1U);
  EXPECT_EQ(seconds(*counter(run, "GPU 0", "power")), (std::vector<double>{0, 0.5}));
  EXPECT_EQ(values(run, "GPU 0 utilization.gpu", "utilization.gpu"), (std::vector<float>{0.5F, 1}));
  EXPECT_EQ(values(run, "GPU 0 memory.used", "memory.used"), (std::vector<float>{2097152, 4194304}));
  EXPECT_EQ(counter(run, "GPU 0 memory.used", "memory.used")->unit, "B");
  EXPECT_EQ(values(run, "GPU 1 pstate", "pstate"), (std::vector<float>{8, 2}));
  EXPECT_EQ(values(run, "GPU 0 clocks_throttle_reasons.sw_power_cap", "clocks_throttle_reasons.sw_power_cap"), (std::vector<float>{0, 1}));
  EXPECT_EQ(fact(run, "name"), "NVIDIA X");
  EXPECT_EQ(run.tracks.size(), 2U);
  EXPECT_EQ(run.tracks[0].kind, TrackKind::Device);
  EXPECT_TRUE(run.ranks.empty());
  staysWholeInPieces(log);
}

TEST(NvidiaSmi, AnyOrderNoUnitsAndACutEnd) {
  const auto run = mustRead(
      "power.limit,uuid,power.draw,timestamp,power.draw.instant\n"
      "700.00,GPU-aa,118.11,2026/07/18 21:26:02.997,120.5\n"
      "700.00,GPU-bb,118.68,2026/07/18 21:26:02.997,121.5\n"
      "700.00,GPU-aa,118.14,2026/07/18 21:26:03.247,119.5\n"
      "700.00,GPU-bb,118.67,2026/07/18 21:26:03.247,12");
  EXPECT_EQ(values(run, "GPU-aa", "power"), (std::vector<float>{118.11F, 118.14F}));
  EXPECT_EQ(values(run, "GPU-bb", "power"), (std::vector<float>{118.68F, 118.67F}));
  EXPECT_EQ(values(run, "GPU-bb power.draw.instant", "power.draw.instant"), (std::vector<float>{121.5F}));  // what was cut may lack digits
  EXPECT_EQ(values(run, "GPU-aa power.limit", "power.limit"), (std::vector<float>{700, 700}));
  EXPECT_EQ(noteCount(run, "last line cut off"), 1U);
}

TEST(NvidiaSmi, DevicesByOrderWhereNothingNamesThem) {
  std::string log = "timestamp, power.draw [W]\n";
  for (int tick = 0; tick < 40; ++tick)
    for (int gpu = 0; gpu < 4; ++gpu) log += fmt::format("2026/07/18 21:26:{:02}.{:03}, {}.00 W\n", tick / 4, tick % 4 * 250 + gpu, 100 * (gpu + 1) + tick);
  const auto run = mustRead(log);
  EXPECT_EQ(noteCount(run, "rows without a device, numbered by their order at each time"), 160U);
  for (int gpu = 0; gpu < 4; ++gpu) {
    const auto v = values(run, fmt::format("GPU {}", gpu), "power");
    ASSERT_EQ(v.size(), 40U);
    EXPECT_EQ(v[39], static_cast<float>(100 * (gpu + 1) + 39));
  }
  const auto one = mustRead("timestamp, power.draw [W]\n2026/07/18 21:26:02.000, 1 W\n2026/07/18 21:26:03.000, 2 W\n2026/07/18 21:26:04.000, 3 W\n");
  EXPECT_EQ(values(one, "GPU", "power"), (std::vector<float>{1, 2, 3}));
}

TEST(NvidiaSmi, WithoutHeaderOrTime) {
  const auto bare = mustRead("2024/11/13 22:14:54.352, 0, 73.16 W, 5 %\n2024/11/13 22:14:55.352, 0, 74.16 W, 6 %\n");
  EXPECT_EQ(values(bare, "GPU 0", "power"), (std::vector<float>{73.16F, 74.16F}));
  EXPECT_EQ(noteCount(bare, "no header: columns told by their units, the first in W taken as the power drawn"), 1U);
  const auto untimed = mustRead("index, power.draw [W]\n0, 73.5 W\n1, [N/A]\n");
  EXPECT_TRUE(untimed.counters.empty());
  EXPECT_EQ(numbers(untimed, "readings", "power.draw").size(), 2U);
  EXPECT_EQ(numbers(untimed, "readings", "power.draw")[0], 73.5);
  EXPECT_TRUE(std::isnan(numbers(untimed, "readings", "power.draw")[1]));
  const auto rocm = mustRead("device,Average Graphics Package Power (W)\ncard0,35.0\ncard1,36.0\n");
  EXPECT_EQ(numbers(rocm, "readings", "average graphics package power"), (std::vector<double>{35, 36}));
  const auto amd = mustRead("timestamp,gpu,power_usage,gfx_clk\n1700000000,0,120,1500\n1700000001,0,130,1600\n");
  EXPECT_EQ(values(amd, "GPU 0", "power"), (std::vector<float>{120, 130}));
  EXPECT_EQ(amd.originNs, 1700000000000000000);
  EXPECT_EQ(amd.sources[0].clock, ClockKind::Epoch);
}

TEST(Dmon, NvidiaAndDcgm) {
  const std::string nvidia = "#Date       Time        gpu    pwr  gtemp  mtemp     sm\n#YYYYMMDD   HH:MM:SS    Idx      W      C      C      %\n 20240715   10:11:12      0     70     48      -     50\n"
                             " 20240715   10:11:12      1     71     49      -     60\n 20240715   10:11:13      0     90     48      -     50\n";
  const auto run = mustRead(nvidia);
  EXPECT_EQ(values(run, "GPU 0", "power"), (std::vector<float>{70, 90}));
  EXPECT_EQ(values(run, "GPU 0 utilization.gpu", "utilization.gpu"), (std::vector<float>{0.5F, 0.5F}));
  EXPECT_EQ(run.originNs, 1721038272000000000);
  EXPECT_EQ(counter(run, "GPU 0 temperature.memory", "temperature.memory"), nullptr);
  staysWholeInPieces(nvidia);

  const std::string plain = "#Entity   POWER   TOTEC   SMCLK\nID        W       mJ      MHz\nGPU 0     120.5   1000000   1410\nGPU 1     130.5   9223372036854775794   1400\n"
                            "#Entity   POWER   TOTEC   SMCLK\nID        W       mJ      MHz\nGPU 0     121.5   1120000   1410\nGPU 1     131.5   2100   1400\n";
  const auto untimed = mustRead(plain);
  EXPECT_EQ(numbers(untimed, "readings", "power"), (std::vector<double>{120.5, 130.5, 121.5, 131.5}));
  EXPECT_TRUE(std::isnan(numbers(untimed, "readings", "energy")[1]));  // DCGM's blank
  const auto timed = mustRead(plain, "dcgm.txt", {{"power.interval", "1s"}});
  EXPECT_EQ(values(timed, "GPU 0", "power"), (std::vector<float>{120.5F, 121.5F}));
  EXPECT_EQ(values(timed, "GPU 0", "energy"), (std::vector<float>{0, 120}));
  EXPECT_EQ(seconds(*counter(timed, "GPU 0", "power")), (std::vector<double>{0, 1}));
  const auto stamped = mustRead("1777708107.135 #Entity   POWER\n1777708107.135 ID         W\n1777708107.135 GPU 0     16.5\n1777708108.135 GPU 0     17.5\n");
  EXPECT_EQ(values(stamped, "GPU 0", "power"), (std::vector<float>{16.5F, 17.5F}));
  EXPECT_EQ(stamped.originNs, 1777708107135000000);
}

TEST(CodeCarbon, RowsOfOneRunCountUp) {
  const std::string csv =
      "timestamp,project_name,run_id,duration,emissions,energy_consumed,os\n"
      "2024-05-31T10:00:10,p,a,10.0,0.5,0.001,\"Linux, x86\"\n"
      "2024-05-31T10:00:30,p,a,30.0,1.5,0.003,\"Linux, x86\"\n"
      "2024-05-31T11:00:20,p,b,20.0,,,\"Linux, x86\"\n"
      "2024-05-31T12:00:05,p,c,5.0,0,0,\"Linux, x86\"\n";
  const auto run = mustRead(csv);
  EXPECT_EQ(slicesInSeconds(run), "p[0,30) p[3600,3620) p[7200,7205) ");
  EXPECT_EQ(values(run, "p 1", "energy"), (std::vector<float>{0, 3600, 10800}));
  EXPECT_EQ(noteCount(run, "row of a run that an earlier row counted already: it counts up"), 1U);
  EXPECT_EQ(noteCount(run, "no energy in a run that took time: was nothing measured?"), 1U);
  EXPECT_EQ(counter(run, "p 2", "energy"), nullptr);  // unknown, not 0
  EXPECT_EQ(fact(run, "energy_consumed"), "0.003");  // the second row of "a" counts the first one's again
  EXPECT_EQ(fact(run, "energy_consumed, all rows added up"), "0.004");
  EXPECT_EQ(fact(run, "duration"), "55");
  EXPECT_EQ(factUnit(run, "energy_consumed"), "kWh");
  EXPECT_EQ(fact(run, "os"), "Linux, x86");
  EXPECT_TRUE(std::isnan(numbers(run, "codecarbon", "energy_consumed")[2]));
  EXPECT_DOUBLE_EQ(numbers(run, "codecarbon", "energy_consumed")[0], 3600);
  EXPECT_EQ(run.sources[0].clock, ClockKind::Local);
  staysWholeInPieces(csv);
}

TEST(Zeus, WindowsAndTables) {
  const std::string windows = "start_time,window_name,elapsed_time,gpu0_energy,gpu1_energy\n100.5,epoch,2.0,300,400\n105.5,eval,1.0,50,60\n105.75,inner,0.25,10,10\n";
  const auto run = mustRead(windows);
  EXPECT_EQ(slicesInSeconds(run), "epoch[0,2) eval[5,6) inner[5.25,5.5) ");
  EXPECT_EQ(run.argsOf(0), R"({"gpu0_energy":300,"gpu1_energy":400})");
  EXPECT_EQ(values(run, "GPU 0", "energy"), (std::vector<float>{0, 300, 300, 350}));
  EXPECT_EQ(noteCount(run, "window within another: its energy is part of that one's"), 1U);
  EXPECT_EQ(run.sources[0].clock, ClockKind::Own);
  staysWholeInPieces(windows);
  const auto sweep = mustRead("dataset,network,batch_size,optimizer,power_limit,time_per_epoch,average_power\nc,n,64,adam,100,10.5,90\nc,n,128,adam,150,,120\n");
  EXPECT_EQ(numbers(sweep, "zeus power", "energy_per_epoch")[0], 945);
  EXPECT_TRUE(std::isnan(numbers(sweep, "zeus power", "energy_per_epoch")[1]));
  EXPECT_EQ(table(sweep, "zeus power")->find("power_limit")->unit, "W");
  const auto log = mustRead("time,power0,power1\n1700000000.25,100.5,200\n1700000000.75,101.5,201\n");
  EXPECT_EQ(values(log, "GPU 1", "power"), (std::vector<float>{200, 201}));
  EXPECT_EQ(log.originNs, 1700000000250000000);
}

TEST(Rapl, PerfStat) {
  const std::string log = "#           time             counts unit events\n     1.000000000              45.50 Joules power/energy-pkg/\n     1.000000000              10.50 Joules power/energy-cores/\n"
                          "     2.000000000           1,045.50 Joules power/energy-pkg/\n     2.000000000      <not counted> Joules power/energy-cores/\n";
  const auto run = mustRead(log);
  EXPECT_EQ(values(run, "RAPL pkg", "energy"), (std::vector<float>{0, 45.5F, 1091}));
  EXPECT_EQ(counter(run, "RAPL cores", "energy"), nullptr);
  EXPECT_EQ(values(run, "RAPL cores", "energy of a part"), (std::vector<float>{0, 10.5F}));
  EXPECT_EQ(noteCount(run, "energy not counted"), 1U);
  staysWholeInPieces(log);
  const auto total = mustRead(" Performance counter stats for 'system wide':\n\n  8.18 Joules power/energy-ram/\n 12,74 Joules power/energy-pkg/\n\n  5.000000000 seconds time elapsed\n");
  EXPECT_EQ(fact(total, "RAPL pkg energy"), "12.74");
  EXPECT_EQ(values(total, "RAPL ram", "energy"), (std::vector<float>{0, 8.18F}));
  EXPECT_EQ(seconds(*counter(total, "RAPL ram", "energy")), (std::vector<double>{0, 5}));
  const auto machine = mustRead("1.000000,S0,1,45.50,Joules,power/energy-pkg/,1000,100.00\n1.000000,S1,1,40.00,Joules,power/energy-pkg/,1000,100.00\n");
  EXPECT_EQ(values(machine, "RAPL pkg S1", "energy"), (std::vector<float>{0, 40}));
  const auto powercap = mustRead("timestamp,package-0_energy_uj,core_energy_uj\n1700000000,1000000,5\n1700000001,3000000,6\n1700000002,500000,7\n");
  EXPECT_EQ(values(powercap, "package-0_energy_uj", "energy"), (std::vector<float>{0, 2, 2.5F}));
  EXPECT_EQ(noteCount(powercap, "energy counter went back, taken as begun anew at 0"), 1U);
}

TEST(PowerMeter, PtdaemonAndIpmi) {
  const std::string log = "Time,09-15-2020 15:26:46.500,Watts,37.05,Volts,121.24,Amps,0.5211,PF,0.5866,Mark,ranging\nTime,09-15-2020 15:26:47.500,Watts,-1.0,Volts,121.24,Amps,0.5211,PF,0.5866,Mark,ranging\n"
                          "Time,09-15-2020 15:26:48.500,Watts,38.05,Volts,121.24,Amps,0.5211,PF,0.5866,Mark,testing\n";
  auto run = readNamed(log, "spl.txt");
  ASSERT_TRUE(run.has_value());
  EXPECT_EQ(values(*run, "spl", "power"), (std::vector<float>{37.05F, 38.05F}));
  EXPECT_EQ(slicesInSeconds(*run), "ranging[0,1) testing[2,2) ");
  EXPECT_EQ(run->originNs, 1600183606500000000);
  EXPECT_EQ(run->sources[0].clock, ClockKind::Local);
  staysWholeInPieces(log);
  const auto ipmi = mustRead("\n    Instantaneous power reading:                   220 Watts\n    Minimum during sampling period:                 10 Watts\n    IPMI timestamp:                           Mon Jul 15 10:11:12 2024\n"
                             "\n    Instantaneous power reading:                   240 Watts\n    IPMI timestamp:                           Mon Jul 15 10:11:22 2024\n");
  EXPECT_EQ(values(ipmi, "log", "power"), (std::vector<float>{220, 240}));
  EXPECT_EQ(ipmi.originNs, 1721038272000000000);
}

TEST(Power, HugeTimesAndValuesAreSetAside) {
  const auto run = mustRead("timestamp,gpu,power_usage\n1700000000,0,120\n1,0,121\n1700000001,0,1e300\n1700000002,0,130\n9999999999999999999,0,1\n");
  EXPECT_EQ(noteCount(run, "time too far from the others to share an axis, left out"), 1U);
  EXPECT_EQ(noteCount(run, "row without a time, left out"), 1U);
  EXPECT_EQ(values(run, "GPU 0", "power").size(), 3U);
}

TEST(PowerCorpus, Manifest) {
  std::size_t rows = 0;
  walkManifest("energy", 13, {}, [&](ManifestRow& row, const weir::Run& run) {
    const auto number = [&](std::string_view name) { return fact(run, name).empty() ? -1.0 : std::stod(fact(run, name)); };
    expectKey(row, "rows", static_cast<long long>(number("rows")));
    expectKey(row, "cols", static_cast<long long>(number("columns")));
    // The manifest adds up all rows, those of one run that count up included.
    const auto allRows = [&](const std::string& name) {
      const double sum = number(name + ", all rows added up");
      return sum >= 0 ? sum : number(name);
    };
    if (row.expected.contains("energy_kWh")) expectKey(row, "energy_kWh", allRows("energy_consumed"));
    if (row.expected.contains("emissions_kg")) expectKey(row, "emissions_kg", allRows("emissions"));
    if (row.expected.contains("duration_s")) expectKey(row, "duration_s", allRows("duration"));
    if (row.expected.contains("header")) {
      // The manifest names the first twelve columns; each is a column of the table, a counter, a fact, or what tells time and device.
      std::stringstream names(row.expected["header"].get<std::string>());
      for (std::string name; std::getline(names, name, ',');) {
        name = name.substr(0, name.find(" ["));
        bool found = name == "timestamp" || name == "index" || name == "power.draw";
        for (const Table& t : run.tables) found = found || t.find(name) != nullptr;
        for (const Counter& c : run.counters) found = found || run.names.text(c.group) == name;
        for (const Fact& f : run.facts) found = found || f.name.ends_with(name);
        EXPECT_TRUE(found) << "column " << name;
      }
      row.expected.erase("header");
    }
    rows += static_cast<std::size_t>(number("rows"));
  });
  if (haveShared()) {
    EXPECT_GT(rows, 4700U);
  }
}

}  // namespace power_test
