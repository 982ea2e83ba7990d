#include "verifier/report/formats/formats.h"

#include <algorithm>
#include <array>

#include "core/contains.h"
#include "verifier/report/formats/github_report.h"
#include "verifier/report/formats/html_report.h"
#include "verifier/report/formats/json_report.h"
#include "verifier/report/formats/jsonl_report.h"
#include "verifier/report/formats/junit_report.h"
#include "verifier/report/formats/markdown_report.h"
#include "verifier/report/formats/sarif_report.h"
#include "verifier/report/formats/tap_report.h"
#include "verifier/report/output/workspace.h"

namespace perft_verify::verifier {
namespace {

using Make = std::unique_ptr<Reporter> (*)(const TextOptions&, Sink);

struct Format {
  std::string_view name;
  Make make;
};

template <typename Report>
std::unique_ptr<Reporter> of_sink(const TextOptions&, Sink sink) {
  return std::make_unique<Report>(std::move(sink));
}

std::unique_ptr<Reporter> text_report(const TextOptions& text, Sink sink) {
  return std::make_unique<TextReport>(text, std::move(sink));
}

template <typename Report>
std::unique_ptr<Reporter> of_checkout(const TextOptions&, Sink sink) {
  return std::make_unique<Report>(std::move(sink), workspace_of_environment());
}

constexpr std::array kFormats{
    Format{"text", text_report},
    Format{"json", of_sink<JsonReport>},
    Format{"jsonl", of_sink<JsonLinesReport>},
    Format{"junit", of_sink<JunitReport>},
    Format{"tap", of_sink<TapReport>},
    Format{"github", of_checkout<GithubReport>},
    Format{"markdown", of_sink<MarkdownReport>},
    Format{"html", of_sink<HtmlReport>},
    Format{"sarif", of_checkout<SarifReport>},
};

}  // namespace

bool is_report_format(std::string_view name) { return contains(kFormats, name, &Format::name); }

std::string report_formats() {
  std::string names;
  for (std::size_t at = 0; at < kFormats.size(); ++at)
    names.append(at == 0                     ? ""
                 : at + 1 == kFormats.size() ? " and "
                                             : ", ")
        .append(kFormats[at].name);
  return names;
}

std::unique_ptr<Reporter> make_report(std::string_view name, const TextOptions& text, Sink sink) {
  return std::ranges::find(kFormats, name, &Format::name)->make(text, std::move(sink));
}

}  // namespace perft_verify::verifier
