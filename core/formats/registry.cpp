#include "core/formats/chrome/parallel.h"
#include "core/formats/chrome/reader.h"
#include "core/formats/chrome/write.h"
#include "core/formats/darshan/reader.h"
#include "core/formats/dftracer/reader.h"
#include "core/formats/dlio/reader.h"
#include "core/formats/format.h"
#include "core/formats/otf2/reader.h"
#include "core/formats/nsys/reader.h"
#include "core/formats/recognised.h"
#include "core/formats/recorder/reader.h"

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
    };
    for (FormatDescriptor& f : recognisedFormats()) all.push_back(std::move(f));
    return all;
  }();
  return table;
}

const std::vector<FormatWriter>& writers() {
  static const std::vector<FormatWriter> table{
      {"chrome-json", "Chrome trace JSON", {".json", ".json.gz"}, chrome::writeRun},
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
