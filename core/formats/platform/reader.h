// Descriptions of machines in XML: SimGrid platforms and deployments, topologies of NCCL and RCCL, the graphs NCCL chose, MSCCL's
// algorithms; and SimGrid's profiles of availability. Read as facts and tables; core/scenario/graph_file.h makes networks of them.
#pragma once

#include <memory>

#include "core/formats/format.h"

namespace weir::platform {

[[nodiscard]] int sniffSimgrid(ByteSpan head);
[[nodiscard]] int sniffNccl(ByteSpan head);
[[nodiscard]] int sniffMsccl(ByteSpan head);
[[nodiscard]] std::unique_ptr<Reader> makeXmlReader(const ReaderContext& context);

[[nodiscard]] int sniffProfile(ByteSpan head);
[[nodiscard]] std::unique_ptr<Reader> makeProfileReader(const ReaderContext& context);

// The document again, from the table "xml elements" that the reader made. Errors: a Run without one.
[[nodiscard]] Result<std::string> xmlOf(const Run& run);
[[nodiscard]] Result<void> writeXml(const Run& run, const FormatWriter::Sink& sink, const Job& job);
// As a SimGrid platform: what core/scenario makes of the document, written anew.
[[nodiscard]] Result<void> writeSimgridPlatform(const Run& run, const FormatWriter::Sink& sink, const Job& job);

}  // namespace weir::platform
