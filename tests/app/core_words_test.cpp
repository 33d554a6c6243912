#include "views/shared/core_words.h"

#include <gtest/gtest.h>

#include <QApplication>
#include <QRegularExpression>
#include <QTranslator>
#include <algorithm>
#include <filesystem>
#include <fstream>
#include <iterator>

#include "core/base/result.h"

namespace core_words_test {
using namespace weir;

namespace {

bool chinese(const QString& s) {
  return std::any_of(s.begin(), s.end(), [](QChar c) { return c.unicode() >= 0x4e00 && c.unicode() < 0xa000; });
}

}  // namespace

TEST(CoreWords, EveryPatternStandsInTheCore) {
  QString core;
  for (const auto& f : std::filesystem::recursive_directory_iterator(WEIR_SOURCE_DIR "/core")) {
    if (f.path().extension() != ".cpp" && f.path().extension() != ".h") continue;
    std::ifstream in(f.path());
    core += QString::fromStdString(std::string(std::istreambuf_iterator<char>(in), {}));
  }
  core.remove(QRegularExpression(QStringLiteral("\"\\s*\n\\s*\"")));  // literals in two lines
  for (const char* text : coreSentences()) {
    QString longest;
    for (const QString& part : QString::fromUtf8(text).split(QRegularExpression(QStringLiteral("%\\d")))) longest = std::max(longest, part.trimmed(), [](const QString& a, const QString& b) { return a.size() < b.size(); });
    // A word may stand in the singular and the plural: the longest run of what is fixed is looked for.
    bool found = core.contains(longest);
    for (qsizetype cut = 1; !found && cut < longest.size() && longest.size() - cut >= std::min<qsizetype>(12, longest.size() / 2); ++cut) found = core.contains(longest.mid(cut)) || core.contains(longest.left(longest.size() - cut));
    EXPECT_TRUE(found) << text;
  }
}

TEST(CoreWords, EverySentenceIsTranslatedWithItsValues) {
  QTranslator words;
  ASSERT_TRUE(words.load(QStringLiteral(":/weir/i18n/weir_zh.qm")));
  QApplication::installTranslator(&words);
  for (const char* text : coreSentences()) {
    QString sentence = QString::fromUtf8(text);
    const bool places = sentence.contains(QLatin1Char('%')), two = sentence.contains(QStringLiteral("%2"));
    sentence.replace(QStringLiteral("%1"), QStringLiteral("17 x")).replace(QStringLiteral("%2"), QStringLiteral("b.c*")).replace(QStringLiteral("%3"), QStringLiteral("(c)"));
    const QString out = coreSentence(sentence.toStdString());
    EXPECT_TRUE(chinese(out)) << text << " -> " << out.toStdString();
    if (!places) continue;
    EXPECT_TRUE(out.contains(QStringLiteral("17"))) << text << " -> " << out.toStdString();
    if (two) {
      EXPECT_TRUE(out.contains(QStringLiteral("b.c*"))) << text << " -> " << out.toStdString();
    }
  }
  QApplication::removeTranslator(&words);
  EXPECT_EQ(coreSentence("A has 1 step, B has 20"), QStringLiteral("A has 1 step, B has 20"));
  EXPECT_EQ(coreSentence("nobody wrote this"), QStringLiteral("nobody wrote this"));
}

TEST(CoreWords, AnErrorKeepsItsPlace) {
  const Error e{Error::Kind::Input, "the trace holds no event that can be shown", "/data/a b.json", "is it a trace, and was it written to its end?"};
  EXPECT_EQ(coreErrorLine(e).toStdString(), e.line());
  EXPECT_EQ(coreError({Error::Kind::Input, "nobody wrote this", "here", {}}), QStringLiteral("nobody wrote this"));
  QTranslator words;
  ASSERT_TRUE(words.load(QStringLiteral(":/weir/i18n/weir_zh.qm")));
  QApplication::installTranslator(&words);
  const QString line = coreErrorLine(e);
  QApplication::removeTranslator(&words);
  EXPECT_TRUE(line.startsWith(QStringLiteral("/data/a b.json: "))) << line.toStdString();
  EXPECT_FALSE(line.contains(QStringLiteral("trace"))) << line.toStdString();
  EXPECT_TRUE(chinese(line));
}

TEST(CoreWords, RemarksAreTakenSentenceBySentence) {
  const std::string remark =
      "15 all-reduces, 2 all-gathers and 1 barrier expanded as ring; 6 broadcasts expanded as chain; sizes as the run gives them. "
      "1 collective without a size left out. 1 of 2 ranks are in this run; the part of the others is inferred.";
  EXPECT_EQ(coreRemark(remark).toStdString(), remark);
  QTranslator words;
  ASSERT_TRUE(words.load(QStringLiteral(":/weir/i18n/weir_zh.qm")));
  QApplication::installTranslator(&words);
  const QString zh = coreRemark(remark);
  for (const char* english : {"expanded", "sizes", "without", "ranks are", " and ", "ring", "chain", "collective", ";", "次 集"})
    EXPECT_FALSE(zh.contains(QString::fromUtf8(english))) << english << " in " << zh.toStdString();
  for (const char* kept : {"15", "all-reduce", "broadcast"}) EXPECT_TRUE(zh.contains(QString::fromUtf8(kept))) << zh.toStdString();
  EXPECT_EQ(coreRemark("Somebody else's words. And more"), QStringLiteral("Somebody else's words. And more"));
  QApplication::removeTranslator(&words);
}

}  // namespace core_words_test
