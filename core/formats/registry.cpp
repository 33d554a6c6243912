#include "core/formats/chrome/parallel.h"
#include "core/formats/chrome/reader.h"
#include "core/formats/chrome/write.h"
#include "core/formats/darshan/reader.h"
#include "core/formats/dftracer/reader.h"
#include "core/formats/dlio/reader.h"
#include "core/formats/dumpi/reader.h"
#include "core/formats/format.h"
#include "core/formats/gpu/any_database.h"
#include "core/formats/gpu/csv.h"
#include "core/formats/nsys/reader.h"
#include "core/formats/otf2/reader.h"
#include "core/formats/paje/reader.h"
#include "core/formats/paje/starvz.h"
#include "core/formats/paje/writer.h"
#include "core/formats/projections/reader.h"
#include "core/formats/recognised.h"
#include "core/formats/recorder/reader.h"
#include "core/formats/rocm/reader.h"
#include "core/formats/smpi_ti/reader.h"
#include "core/formats/tau/reader.h"
#include "core/formats/wfcommons/reader.h"
#include "core/formats/wrench/reader.h"
#include "core/formats/xplane/reader.h"

namespace weir {

const std::vector<FormatDescriptor>& formats() {
  static const std::vector<FormatDescriptor> table = [] {
    std::vector<FormatDescriptor> all{
        {"kineto", "PyTorch profiler trace (Kineto JSON)", {"json", "json.gz"}, chrome::sniffKineto, chrome::makeReader, chrome::readPlainFile},
        {"chrome-json", "Chrome trace JSON", {"json", "json.gz", "zip"}, chrome::sniffChrome, chrome::makeReader, chrome::readPlainFile},
        {"darshan", "Darshan log", {"darshan"}, darshan::sniff, nullptr, darshan::readLog},
        {"otf2", "OTF2 trace (Score-P), by its anchor file", {"otf2"}, otf2::sniffAnchor, nullptr, otf2::readArchive},
        {"otf2-part", "OTF2 definitions or events", {"def", "evt"}, otf2::sniffPart, nullptr, nullptr, "open the archive's anchor file (.otf2) instead", true},
        {"nsys-sqlite", "Nsight Systems export (SQLite)", {"sqlite"}, nsys::sniff, nullptr, nsys::read},
        {"dftracer", "DFTracer trace (.pfw)", {"pfw", "pfw.gz"}, dftracer::sniff, dftracer::makeReader},
        {"dftracer-index", "index of a DFTracer trace", {"zindex"}, dftracer::sniffIndex, nullptr, nullptr,
         "it holds no event: open the .pfw.gz beside it", true},
        {"dlio", "DLIO or MLPerf Storage result", {"json"}, dlio::sniffResult, dlio::makeReader},
        {"dlio-config", "DLIO configuration (Hydra YAML)", {"yaml"}, dlio::sniffConfig, dlio::makeReader},
        {"iostat", "iostat log (sysstat JSON)", {"json"}, dlio::sniffIostat, dlio::makeReader},
        {"recorder", "Recorder trace as text (recorder2text)", {"txt"}, recorder::sniffText, recorder::makeReader},
        {"recorder-raw", "Recorder trace", {"mt"}, recorder::sniffRaw, nullptr, nullptr, recorder::kWhyRaw},
        {"parquet", "Parquet table (Recorder)", {"parquet"}, recorder::sniffParquet, nullptr, nullptr, recorder::kWhyParquet},
        {"paje", "Paje trace", {"trace", "paje"}, paje::sniff, paje::makeReader},
        {"smpi-ti", "SMPI time-independent trace", {"txt"}, smpi_ti::sniff, smpi_ti::makeReader},
        {"smpi-ti-list", "List of the files of a SMPI time-independent trace", {"txt"}, smpi_ti::sniffIndex, nullptr, smpi_ti::readIndex, {}, true},
        {"wfcommons", "WfCommons workflow instance", {"json"}, wfcommons::sniff, wfcommons::makeReader},
        {"dax", "Pegasus workflow (DAX)", {"dax", "xml"}, wfcommons::sniffDax, wfcommons::makeDaxReader},
        {"starvz", "StarVZ table (CSV)", {"csv", "csv.gz"}, paje::sniffStarvz, paje::makeStarvzReader},
        {"dumpi-text", "DUMPI trace as text (dumpi2ascii)", {"txt"}, dumpi::sniffText, dumpi::makeReader},
        {"dumpi", "DUMPI trace (binary)", {"bin"}, dumpi::sniffBinary, nullptr, nullptr,
         "its records have a private layout for every MPI call; make a text of each .bin with dumpi2ascii and open those"},
        {"dumpi-meta", "DUMPI description of a trace", {"meta"}, dumpi::sniffMeta, nullptr, nullptr,
         "it only says what the .bin files beside it hold; make a text of each .bin with dumpi2ascii and open those", true},
        {"tau-profile", "TAU profile", {}, tau::sniff, tau::makeReader},
        {"tau-packed", "TAU packed profile", {"ppk"}, tau::sniffPacked, nullptr, nullptr,
         "it is ParaProf's own serialisation; open the text profiles (profile.0.0.0), or export them with paraprof --dumpprofile"},
        {"tau-trace", "TAU trace", {"edf", "trc"}, tau::sniffTraceDefinitions, nullptr, nullptr, "convert it with tau2otf2 and open the .otf2 file"},
        {"projections", "Charm++ Projections trace, by its .sts file", {"sts"}, projections::sniffSts, nullptr, projections::readSts},
        {"projections-part", "Charm++ Projections log", {"log", "log.gz", "projrc"}, projections::sniffLog, nullptr, nullptr, "open the .sts file beside it instead", true},
        {"wrench", "WRENCH simulation output", {"json"}, wrench::sniff, wrench::makeReader},
        {"rpd", "ROCm profile data (RPD, SQLite)", {"rpd"}, rocm::sniffRpd, nullptr, rocm::readRpd},
        {"rocpd", "rocprofiler-sdk database (rocpd, SQLite)", {"db"}, rocm::sniffRocpd, nullptr, rocm::readRocpd},
        {"rocprofv3-json", "rocprofv3 JSON", {"json"}, rocm::sniffJson, rocm::makeJsonReader},
        {"rocprof-csv", "rocprofv3 or rocprof CSV", {"csv"}, gpu::sniffRocprofCsv, gpu::makeRocprofCsv},
        {"nsys-csv", "nsys stats CSV", {"csv"}, gpu::sniffNsysCsv, gpu::makeNsysCsv},
        {"xplane", "XLA profile (XSpace)", {"pb"}, xplane::sniff, xplane::makeReader},
        {"sqlite", "SQLite file, by its tables", {"sqlite", "db"}, gpu::sniffDatabase, nullptr, gpu::readDatabase},
    };
    for (FormatDescriptor& f : recognisedFormats()) all.push_back(std::move(f));
    return all;
  }();
  return table;
}

const std::vector<FormatWriter>& writers() {
  static const std::vector<FormatWriter> table{
      {"chrome-json", "Chrome trace JSON", {".json", ".json.gz"}, chrome::writeRun},
      {"paje", "Paje trace (PajeNG, ViTE)", {".paje", ".trace", ".paje.gz", ".trace.gz"}, paje::write},
  };
  return table;
}

const FormatDescriptor* sniffFormat(ByteSpan head) {
  if (head.size() > kSniffBytes) head = head.first(kSniffBytes);
  const FormatDescriptor* best = nullptr;
  int confidence = 0;
  for (const FormatDescriptor& f : formats()) {
    const int c = f.sniff(head);
    if (c > confidence) {
      confidence = c;
      best = &f;
    }
  }
  return best;
}

}  // namespace weir
