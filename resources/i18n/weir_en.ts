<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE TS>
<TS version="2.1" language="en" sourcelanguage="en">
<context>
    <name>AnswerFacts</name>
    <message numerus="yes">
        <source>%1: %n step(s), each as long as the mean over the ranks</source>
        <translation>
            <numerusform>%1: %n step, as long as the mean over the ranks</numerusform>
            <numerusform>%1: %n steps, each as long as the mean over the ranks</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n more, of less weight</source>
        <translation>
            <numerusform>%n more, of less weight</numerusform>
            <numerusform>%n more, of less weight</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n constant(s), none moves it by 0.1 %</source>
        <translation>
            <numerusform>%n constant, which does not move it by 0.1 %</numerusform>
            <numerusform>%n constants, none moves it by 0.1 %</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>Intervals</name>
    <message numerus="yes">
        <source>%1; and %n more constant(s).</source>
        <translation>
            <numerusform>%1; and %n more constant.</numerusform>
            <numerusform>%1; and %n more constants.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>Validation</name>
    <message numerus="yes">
        <source>%n row(s) set aside with a reason.</source>
        <translation>
            <numerusform>%n row set aside with a reason.</numerusform>
            <numerusform>%n rows set aside with a reason.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n row(s) without a place on logarithmic axes.</source>
        <translation>
            <numerusform>%n row without a place on logarithmic axes.</numerusform>
            <numerusform>%n rows without a place on logarithmic axes.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>and %n more</source>
        <translation>
            <numerusform>and %n more</numerusform>
            <numerusform>and %n more</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>weir::MessageBar</name>
    <message numerus="yes">
        <source>+%n more</source>
        <translation>
            <numerusform>+%n more</numerusform>
            <numerusform>+%n more</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>weir::RunLine</name>
    <message numerus="yes">
        <source>%n rank(s)</source>
        <translation>
            <numerusform>%n rank</numerusform>
            <numerusform>%n ranks</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>weir::Session</name>
    <message numerus="yes">
        <source>Opening %n file(s)</source>
        <translation>
            <numerusform>Opening %n file</numerusform>
            <numerusform>Opening %n files</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>weir::StatusLine</name>
    <message numerus="yes">
        <source>%n rank(s)</source>
        <translation>
            <numerusform>%n rank</numerusform>
            <numerusform>%n ranks</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n more run(s)</source>
        <translation>
            <numerusform>%n more run</numerusform>
            <numerusform>%n more runs</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>weir::TopologyView</name>
    <message numerus="yes">
        <source>%n counter(s) belong to no link of this network.</source>
        <translation>
            <numerusform>%n counter belongs to no link of this network.</numerusform>
            <numerusform>%n counters belong to no link of this network.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n cable(s) have failed.</source>
        <translation>
            <numerusform>%n cable has failed.</numerusform>
            <numerusform>%n cables have failed.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>weir::MainWindow</name>
    <message numerus="yes">
        <source>%n file(s) could not be read, the others were</source>
        <translation>
            <numerusform>%n file could not be read, the others were</numerusform>
            <numerusform>%n files could not be read, the others were</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>weir::ImportView</name>
    <message numerus="yes">
        <source>%n source(s)</source>
        <translation>
            <numerusform>%n source</numerusform>
            <numerusform>%n sources</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n rank(s)</source>
        <translation>
            <numerusform>%n rank</numerusform>
            <numerusform>%n ranks</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n counter(s)</source>
        <translation>
            <numerusform>%n counter</numerusform>
            <numerusform>%n counters</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>Distribution</name>
    <message numerus="yes">
        <source>and %n more ranks</source>
        <translation>
            <numerusform>and %n more rank</numerusform>
            <numerusform>and %n more ranks</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>weir::HeatmapView</name>
    <message numerus="yes">
        <source>%1: %2 in %n message(s)</source>
        <translation>
            <numerusform>%1: %2 in %n message</numerusform>
            <numerusform>%1: %2 in %n messages</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1: %2 in %n collective(s)</source>
        <translation>
            <numerusform>%1: %2 in %n collective</numerusform>
            <numerusform>%1: %2 in %n collectives</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>IoPage</name>
    <message numerus="yes">
        <source>%1, %n file(s)</source>
        <translation>
            <numerusform>%1, %n file</numerusform>
            <numerusform>%1, %n files</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n part(s) more on a higher page</source>
        <translation>
            <numerusform>%n part more on a higher page</numerusform>
            <numerusform>%n parts more on a higher page</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>weir::IoView</name>
    <message numerus="yes">
        <source>, %n rank(s)</source>
        <translation>
            <numerusform>, %n rank</numerusform>
            <numerusform>, %n ranks</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>, of a job of %n rank(s)</source>
        <translation>
            <numerusform>, of a job of %n rank</numerusform>
            <numerusform>, of a job of %n ranks</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>PowerPicture</name>
    <message numerus="yes">
        <source>%n gap(s) between readings, bridged by a straight line.</source>
        <translation>
            <numerusform>%n gap between readings, bridged by a straight line.</numerusform>
            <numerusform>%n gaps between readings, bridged by a straight line.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>CompareWords</name>
    <message numerus="yes">
        <source>%n call(s) more</source>
        <translation>
            <numerusform>%n call more</numerusform>
            <numerusform>%n calls more</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n call(s) fewer</source>
        <translation>
            <numerusform>%n call fewer</numerusform>
            <numerusform>%n calls fewer</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n row(s)</source>
        <translation>
            <numerusform>%n row</numerusform>
            <numerusform>%n rows</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>ComparePicture</name>
    <message numerus="yes">
        <source> (and %n rank(s) more)</source>
        <translation>
            <numerusform> (and %n rank more)</numerusform>
            <numerusform> (and %n ranks more)</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n more row(s)</source>
        <translation>
            <numerusform>%n more row</numerusform>
            <numerusform>%n more rows</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>the table, of %n row(s), does not fit here</source>
        <translation>
            <numerusform>the table, of %n row, does not fit here</numerusform>
            <numerusform>the table, of %n rows, does not fit here</numerusform>
        </translation>
    </message>
</context>
</TS>
