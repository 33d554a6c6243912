#include "views/scenario/section.h"

#include "views/scenario/calm_combo.h"
#include "views/shared/icons.h"

namespace weir {
ScenarioPanel::Section::Section(Field::Group g, const QString& title, QWidget* parent) : group(g) {
  widget = new QWidget(parent);
  auto* outer = new QVBoxLayout(widget);
  outer->setContentsMargins(0, 0, 0, 4);
  outer->setSpacing(4);
  head = new QToolButton(widget);
  head->setText(title);
  head->setAutoRaise(true);
  head->setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
  head->setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
  head->setAccessibleName(title);
  QFont f = head->font();
  f.setBold(true);
  head->setFont(f);
  QObject::connect(head, &QToolButton::clicked, head, [this] {
    open_ = !open_;
    fold();
  });

  body = new QWidget(widget);
  column_ = new QVBoxLayout(body);
  column_->setContentsMargins(4, 0, 0, 0);
  column_->setSpacing(4);
  auto* line = new QHBoxLayout;
  line->setSpacing(4);
  presetLabel_ = new QLabel(ScenarioPanel::tr("Preset"), body);
  presetLabel_->setFixedWidth(132);
  preset = new CalmCombo(body);
  preset->setAccessibleName(ScenarioPanel::tr("Preset of the %1").arg(title.toLower()));
  preset->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
  preset->setMinimumContentsLength(8);
  preset->setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
  preset->setEnabled(false);
  presetLabel_->setBuddy(preset);
  line->addWidget(presetLabel_);
  line->addWidget(preset, 1);
  line->addSpacing(24);
  column_->addLayout(line);
  outer->addWidget(head);
  outer->addWidget(body);
  fold();
}

void ScenarioPanel::Section::fold() {
  head->setAccessibleDescription(open_ ? ScenarioPanel::tr("unfolded") : ScenarioPanel::tr("folded"));
  icons::set(head, open_ ? QStringLiteral("down") : QStringLiteral("right"));
  body->setVisible(open_ || filtered_);
}

void ScenarioPanel::Section::add(FieldRow* row, const QString& caption) {
  if (caption != lastCaption_ && !caption.isEmpty()) {
    lastLabel_ = new QLabel(caption, body);
    lastLabel_->setForegroundRole(QPalette::PlaceholderText);
    lastLabel_->setContentsMargins(0, 4, 0, 0);
    column_->addWidget(lastLabel_);
  }
  if (caption.isEmpty()) lastLabel_ = nullptr;
  lastCaption_ = caption;
  column_->addWidget(row);
  entries_.push_back({row, lastLabel_});
}

void ScenarioPanel::Section::refilter(const QString& filter) {
  filtered_ = !filter.isEmpty();
  bool any = false;
  for (const Entry& e : entries_) {
    const bool shown = e.row->property("applies").toBool() && e.row->matches(filter);
    e.row->setVisible(shown);
    any = any || shown;
  }
  for (std::size_t i = 0; i < entries_.size(); ++i) {
    if (!entries_[i].caption) continue;
    bool block = false;
    for (const Entry& e : entries_) block = block || (e.caption == entries_[i].caption && !e.row->isHidden());
    entries_[i].caption->setVisible(block);
  }
  preset->setVisible(!filtered_);
  presetLabel_->setVisible(!filtered_);
  widget->setVisible(any || !filtered_);
  fold();
}

}  // namespace weir
