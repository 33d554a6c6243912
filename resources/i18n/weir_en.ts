<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE TS>
<TS version="2.1" language="en" sourcelanguage="en">
<context>
    <name>AnswerFacts</name>
    <message numerus="yes">
        <source>%1: %n step(s) of all ranks</source>
        <translation>
            <numerusform>%1: %n step of all ranks</numerusform><numerusform>%1: %n steps of all ranks</numerusform></translation>
    </message>
</context>
<context>
    <name>weir::MessageBar</name>
    <message numerus="yes">
        <source>+%n more</source>
        <translation>
            <numerusform>+%n more</numerusform><numerusform>+%n more</numerusform></translation>
    </message>
</context>
<context>
    <name>weir::RunLine</name>
    <message numerus="yes">
        <source>%n rank(s)</source>
        <translation>
            <numerusform>%n rank</numerusform><numerusform>%n ranks</numerusform></translation>
    </message>
</context>
<context>
    <name>weir::Session</name>
    <message numerus="yes">
        <source>Opening %n file(s)</source>
        <translation>
            <numerusform>Opening %n file</numerusform><numerusform>Opening %n files</numerusform></translation>
    </message>
</context>
</TS>
