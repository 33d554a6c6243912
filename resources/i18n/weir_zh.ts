<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE TS>
<TS version="2.1" language="zh_CN" sourcelanguage="en">
<context>
    <name>Actions</name>
    <message>
        <source>File</source>
        <translation>文件</translation>
    </message>
    <message>
        <source>New window</source>
        <translation>新建窗口</translation>
    </message>
    <message>
        <source>Open files…</source>
        <translation>打开文件…</translation>
    </message>
    <message>
        <source>Open traces, scenarios or a study</source>
        <translation>打开跟踪、场景或研究文件</translation>
    </message>
    <message>
        <source>Open folder…</source>
        <translation>打开文件夹…</translation>
    </message>
    <message>
        <source>Open all traces of a folder as one run, one file a rank</source>
        <translation>将文件夹中的全部跟踪作为一次运行打开，每个 rank 一个文件</translation>
    </message>
    <message>
        <source>Open recent</source>
        <translation>最近打开</translation>
    </message>
    <message>
        <source>Open the sample</source>
        <translation>打开示例</translation>
    </message>
    <message>
        <source>A small network trained on four processes, recorded by this project</source>
        <translation>四个进程训练的小型网络，由本项目记录</translation>
    </message>
    <message>
        <source>Save study</source>
        <translation>保存研究</translation>
    </message>
    <message>
        <source>Keep scenarios, runs and sweeps in a .weir file</source>
        <translation>将场景、运行和扫描保存到 .weir 文件</translation>
    </message>
    <message>
        <source>Save study as…</source>
        <translation>研究另存为…</translation>
    </message>
    <message>
        <source>Save scenario as JSON…</source>
        <translation>将场景保存为 JSON…</translation>
    </message>
    <message>
        <source>The scenario in hand, as weir-cli reads it</source>
        <translation>当前场景，格式可由 weir-cli 读取</translation>
    </message>
    <message>
        <source>Export figure…</source>
        <translation>导出图…</translation>
    </message>
    <message>
        <source>Write the view in front as PDF, SVG or PNG</source>
        <translation>将当前视图导出为 PDF、SVG 或 PNG</translation>
    </message>
    <message>
        <source>Close window</source>
        <translation>关闭窗口</translation>
    </message>
    <message>
        <source>Quit</source>
        <translation>退出</translation>
    </message>
    <message>
        <source>Edit</source>
        <translation>编辑</translation>
    </message>
    <message>
        <source>Undo</source>
        <translation>撤销</translation>
    </message>
    <message>
        <source>Take back the last change of the scenario</source>
        <translation>撤销对场景的上一次修改</translation>
    </message>
    <message>
        <source>Redo</source>
        <translation>重做</translation>
    </message>
    <message>
        <source>Find a field of the scenario</source>
        <translation>查找场景字段</translation>
    </message>
    <message>
        <source>Find slices by name</source>
        <translation>按名称查找片段</translation>
    </message>
    <message>
        <source>Search the timeline; Enter goes to the next match</source>
        <translation>在时间线中搜索；回车跳到下一个匹配</translation>
    </message>
    <message>
        <source>Select nothing</source>
        <translation>取消选择</translation>
    </message>
    <message>
        <source>The inspector then shows the answer to the scenario</source>
        <translation>检查器随后显示场景的答案</translation>
    </message>
    <message>
        <source>Any action…</source>
        <translation>任意操作…</translation>
    </message>
    <message>
        <source>Type what you want to do</source>
        <translation>输入想做的事</translation>
    </message>
    <message>
        <source>Run</source>
        <translation>运行</translation>
    </message>
    <message>
        <source>Model</source>
        <translation>模型</translation>
    </message>
    <message>
        <source>Closed forms: at once, while you move a slider</source>
        <translation>闭式公式：拖动滑块时立即给出</translation>
    </message>
    <message>
        <source>Flow</source>
        <translation>流</translation>
    </message>
    <message>
        <source>Flows that share links fairly: milliseconds</source>
        <translation>公平共享链路的流：毫秒级</translation>
    </message>
    <message>
        <source>Packet</source>
        <translation>数据包</translation>
    </message>
    <message>
        <source>Every packet, queue and credit: seconds, in the background</source>
        <translation>每个数据包、队列和信用：数秒，后台进行</translation>
    </message>
    <message>
        <source>Simulate</source>
        <translation>仿真</translation>
    </message>
    <message>
        <source>Play the scenario at the chosen fidelity into a run</source>
        <translation>以所选保真度将场景仿真为一次运行</translation>
    </message>
    <message>
        <source>Simulate packets</source>
        <translation>仿真数据包</translation>
    </message>
    <message>
        <source>Play the scenario packet by packet, whatever fidelity is chosen</source>
        <translation>不论所选保真度，逐包仿真场景</translation>
    </message>
    <message>
        <source>Show prediction as a run</source>
        <translation>将预测显示为运行</translation>
    </message>
    <message>
        <source>The closed forms&apos; answer as a timeline, beside the measured one</source>
        <translation>以时间线显示闭式公式的答案，与实测并列</translation>
    </message>
    <message>
        <source>Stop</source>
        <translation>停止</translation>
    </message>
    <message>
        <source>Stop every job</source>
        <translation>停止所有任务</translation>
    </message>
    <message>
        <source>Pin as A</source>
        <translation>固定为 A</translation>
    </message>
    <message>
        <source>Keep the scenario as it is now as A; the status line compares with it</source>
        <translation>将当前场景固定为 A；状态栏与其比较</translation>
    </message>
    <message>
        <source>Unpin A</source>
        <translation>取消固定 A</translation>
    </message>
    <message>
        <source>Sweep…</source>
        <translation>扫描…</translation>
    </message>
    <message>
        <source>Answer many plans and see which are not beaten in both time and energy</source>
        <translation>计算大量方案，找出在时间和能耗上都不被超越的方案</translation>
    </message>
    <message>
        <source>View</source>
        <translation>视图</translation>
    </message>
    <message>
        <source>Two views side by side</source>
        <translation>并排两个视图</translation>
    </message>
    <message>
        <source>Show the whole time</source>
        <translation>显示全部时间</translation>
    </message>
    <message>
        <source>Previous time range</source>
        <translation>上一个时间范围</translation>
    </message>
    <message>
        <source>Next time range</source>
        <translation>下一个时间范围</translation>
    </message>
    <message>
        <source>Colours follow the system</source>
        <translation>颜色跟随系统</translation>
    </message>
    <message>
        <source>Light colours</source>
        <translation>浅色</translation>
    </message>
    <message>
        <source>Dark colours</source>
        <translation>深色</translation>
    </message>
    <message>
        <source>Layout</source>
        <translation>布局</translation>
    </message>
    <message>
        <source>Explore</source>
        <translation>探索</translation>
    </message>
    <message>
        <source>Everything in reach: scenario, one view, inspector, runs</source>
        <translation>一切触手可及：场景、一个视图、检查器、运行</translation>
    </message>
    <message>
        <source>Compare</source>
        <translation>比较</translation>
    </message>
    <message>
        <source>Two views side by side over the runs</source>
        <translation>运行之上并排两个视图</translation>
    </message>
    <message>
        <source>Teach</source>
        <translation>教学</translation>
    </message>
    <message>
        <source>Scenario and one view, larger text</source>
        <translation>场景与一个视图，文字更大</translation>
    </message>
    <message>
        <source>Paper</source>
        <translation>论文</translation>
    </message>
    <message>
        <source>One view as it will be printed</source>
        <translation>一个视图，与印刷效果一致</translation>
    </message>
    <message>
        <source>Save my layout</source>
        <translation>保存我的布局</translation>
    </message>
    <message>
        <source>My layout</source>
        <translation>我的布局</translation>
    </message>
    <message>
        <source>Reset layout</source>
        <translation>重置布局</translation>
    </message>
    <message>
        <source>Panels</source>
        <translation>面板</translation>
    </message>
    <message>
        <source>Help</source>
        <translation>帮助</translation>
    </message>
    <message>
        <source>Keyboard shortcuts</source>
        <translation>键盘快捷键</translation>
    </message>
    <message>
        <source>Language</source>
        <translation>语言</translation>
    </message>
    <message>
        <source>About Weir</source>
        <translation>关于 Weir</translation>
    </message>
    <message>
        <source>Next match</source>
        <translation>下一个匹配</translation>
    </message>
    <message>
        <source>Select the next slice that the search finds</source>
        <translation>选中搜索找到的下一个切片</translation>
    </message>
    <message>
        <source>Previous match</source>
        <translation>上一个匹配</translation>
    </message>
    <message>
        <source>Select the slice before that the search finds</source>
        <translation>选中搜索找到的上一个切片</translation>
    </message>
    <message>
        <source>Hybrid</source>
        <translation>混合</translation>
    </message>
    <message>
        <source>Packets, but phases that repeat or are steady are advanced without them: large jobs</source>
        <translation>按数据包，但重复或稳定的阶段不逐包推进：适合大型作业</translation>
    </message>
    <message>
        <source>Pause</source>
        <translation>暂停</translation>
    </message>
    <message>
        <source>Hold simulations and sweeps where they are, or let them go on</source>
        <translation>让仿真和扫描停在原处，或让它们继续</translation>
    </message>
    <message>
        <source>Open a table, choosing its columns…</source>
        <translation>打开表格并指定各列…</translation>
    </message>
    <message>
        <source>A CSV file of any layout: say which column is the start, the duration, the name</source>
        <translation>任意布局的 CSV 文件：指定哪一列是开始、时长、名称</translation>
    </message>
    <message>
        <source>Export run as…</source>
        <translation>运行另存为…</translation>
    </message>
    <message>
        <source>Write a run in a format that other tools read</source>
        <translation>以其他工具可读的格式写出一次运行</translation>
    </message>
    <message>
        <source>Settings…</source>
        <translation>设置…</translation>
    </message>
    <message>
        <source>Memory for runs, and where they go beyond it</source>
        <translation>运行可用的内存，以及超出后存放的位置</translation>
    </message>
</context>
<context>
    <name>AnswerFacts</name>
    <message>
        <source>Step time</source>
        <translation>步时间</translation>
    </message>
    <message>
        <source>The sum of the parts below</source>
        <translation>以下各部分之和</translation>
    </message>
    <message>
        <source>computing</source>
        <translation>计算</translation>
    </message>
    <message>
        <source>Forward and backward pass of one rank&apos;s share: FLOP over the achieved rate, or bytes over memory bandwidth, whichever takes longer</source>
        <translation>一个 rank 的前向与反向：FLOP 除以实际速率，或字节除以内存带宽，取较长者</translation>
    </message>
    <message>
        <source>communication, exposed</source>
        <translation>通信（未重叠）</translation>
    </message>
    <message>
        <source>Gradients that are still under way when the backward pass is done</source>
        <translation>反向结束时仍在传输的梯度</translation>
    </message>
    <message>
        <source>waiting for data</source>
        <translation>等待数据</translation>
    </message>
    <message>
        <source>Reading and preparing samples beyond what computing hides</source>
        <translation>计算未能掩盖的读取与预处理</translation>
    </message>
    <message>
        <source>pipeline bubble</source>
        <translation>流水线气泡</translation>
    </message>
    <message>
        <source>Stages waiting for the first and last micro-batches</source>
        <translation>各级等待首尾微批次</translation>
    </message>
    <message>
        <source>checkpoint</source>
        <translation>检查点</translation>
    </message>
    <message>
        <source>Writing checkpoints, spread over the steps between them</source>
        <translation>写检查点的时间，分摊到其间各步</translation>
    </message>
    <message>
        <source>other</source>
        <translation>其他</translation>
    </message>
    <message>
        <source>Optimizer and what remains</source>
        <translation>优化器及其余部分</translation>
    </message>
    <message>
        <source>communication, overlapped</source>
        <translation>通信（已重叠）</translation>
    </message>
    <message>
        <source>Hidden under computing; not part of the sum</source>
        <translation>被计算掩盖，不计入总和</translation>
    </message>
    <message>
        <source>Training</source>
        <translation>训练</translation>
    </message>
    <message>
        <source>rate</source>
        <translation>速率</translation>
    </message>
    <message>
        <source>Global batch over step time</source>
        <translation>全局批量除以步时间</translation>
    </message>
    <message>
        <source>epoch</source>
        <translation>轮次</translation>
    </message>
    <message>
        <source>Samples of the data set over the rate</source>
        <translation>数据集样本数除以速率</translation>
    </message>
    <message>
        <source>time to target</source>
        <translation>达到目标的时间</translation>
    </message>
    <message>
        <source>Samples needed grow with the batch: E = Emin (1 + B / Bcrit)</source>
        <translation>所需样本随批量增长：E = Emin (1 + B / Bcrit)</translation>
    </message>
    <message>
        <source>Energy per step</source>
        <translation>每步能耗</translation>
    </message>
    <message>
        <source>Power of each part over the time it is busy and idle</source>
        <translation>各部件忙与闲时功率对时间的积分</translation>
    </message>
    <message>
        <source>accelerators</source>
        <translation>加速器</translation>
    </message>
    <message>
        <source>host processors</source>
        <translation>主机处理器</translation>
    </message>
    <message>
        <source>memory</source>
        <translation>内存</translation>
    </message>
    <message>
        <source>network adapters</source>
        <translation>网卡</translation>
    </message>
    <message>
        <source>switches and links</source>
        <translation>交换机与链路</translation>
    </message>
    <message>
        <source>storage</source>
        <translation>存储</translation>
    </message>
    <message>
        <source>cooling and power supply</source>
        <translation>制冷与供电</translation>
    </message>
    <message>
        <source>Bytes moved</source>
        <translation>搬运的字节</translation>
    </message>
    <message>
        <source>network, per step</source>
        <translation>网络，每步</translation>
    </message>
    <message>
        <source>Injected by all hosts in a step</source>
        <translation>一步中所有主机注入网络的字节</translation>
    </message>
    <message>
        <source>sent by a rank, per step</source>
        <translation>一个 rank 发送，每步</translation>
    </message>
    <message>
        <source>leaving a node, per step</source>
        <translation>离开一个节点，每步</translation>
    </message>
    <message>
        <source>storage, per epoch</source>
        <translation>存储，每轮</translation>
    </message>
    <message>
        <source>Samples of the data set, each read once</source>
        <translation>数据集的样本，每个读一次</translation>
    </message>
    <message>
        <source>a checkpoint</source>
        <translation>一个检查点</translation>
    </message>
    <message>
        <source>Collectives</source>
        <translation>集合通信</translation>
    </message>
    <message>
        <source>%1 over %2 ranks; bus bandwidth %3</source>
        <translation>%1，%2 个 rank；总线带宽 %3</translation>
    </message>
    <message>
        <source>Flows</source>
        <translation>流</translation>
    </message>
    <message>
        <source>mean completion</source>
        <translation>平均完成时间</translation>
    </message>
    <message>
        <source>99th percentile</source>
        <translation>第 99 百分位</translation>
    </message>
    <message>
        <source>last</source>
        <translation>最后一个</translation>
    </message>
    <message>
        <source>Packets</source>
        <translation>数据包</translation>
    </message>
    <message>
        <source>packet-hops</source>
        <translation>包跳数</translation>
    </message>
    <message>
        <source>deepest queue</source>
        <translation>最深队列</translation>
    </message>
    <message>
        <source>dropped</source>
        <translation>丢弃</translation>
    </message>
    <message>
        <source>Measured beside predicted</source>
        <translation>实测与预测对照</translation>
    </message>
    <message>
        <source>measured step, median</source>
        <translation>实测步时间，中位数</translation>
    </message>
    <message numerus="yes">
        <source>%1: %n step(s) of all ranks</source>
        <translation>
            <numerusform>%1：所有 rank 共 %n 步</numerusform>
        </translation>
    </message>
    <message>
        <source>shortest, longest</source>
        <translation>最短、最长</translation>
    </message>
    <message>
        <source>predicted step</source>
        <translation>预测步时间</translation>
    </message>
    <message>
        <source>The scenario in hand has as many ranks as this run; whether it describes the run is for you to judge</source>
        <translation>当前场景与该运行的 rank 数相同；是否描述该运行由您判断</translation>
    </message>
    <message>
        <source>error of the prediction</source>
        <translation>预测误差</translation>
    </message>
    <message>
        <source>Predicted over the measured median, minus one</source>
        <translation>预测值除以实测中位数减一</translation>
    </message>
    <message>
        <source>Rests on</source>
        <translation>所依赖的常数</translation>
    </message>
    <message>
        <source>Constants that are known within an interval (95 %), and what either end of it does to the answer, all else held</source>
        <translation>只在一个区间（95 %）内已知的常数，以及其余不变时区间两端使答案改变多少</translation>
    </message>
    <message>
        <source>Source: %1</source>
        <translation>来源：%1</translation>
    </message>
    <message>
        <source>none stated</source>
        <translation>未注明</translation>
    </message>
    <message>
        <source>step %1</source>
        <translation>步 %1</translation>
    </message>
    <message>
        <source>energy %1</source>
        <translation>能耗 %1</translation>
    </message>
    <message numerus="yes">
        <source>%n more, of less weight</source>
        <translation>
            <numerusform>另有 %n 个，影响较小</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n constant(s), none moves it by 0.1 %</source>
        <translation>
            <numerusform>%n 个常数，均不使其改变 0.1 %</numerusform>
        </translation>
    </message>
    <message>
        <source>samples to target</source>
        <translation>达到目标的样本数</translation>
    </message>
    <message>
        <source>energy to target</source>
        <translation>达到目标的能耗</translation>
    </message>
    <message>
        <source>Energy of a step times the steps to the target</source>
        <translation>每步能耗乘以达到目标的步数</translation>
    </message>
    <message>
        <source>difference</source>
        <translation>差异</translation>
    </message>
    <message>
        <source>The scenario has been changed since it was opened beside this run: what it would be, over what was measured, minus one</source>
        <translation>场景与此运行一起打开后已被修改：预测值除以实测值减一</translation>
    </message>
    <message>
        <source>A scenario or preset states intervals under &quot;intervals&quot;</source>
        <translation>场景或预设在 &quot;intervals&quot; 下注明区间</translation>
    </message>
    <message>
        <source>no constant states an interval</source>
        <translation>没有常数注明区间</translation>
    </message>
    <message>
        <source>%1 of %2</source>
        <translation>%1 / %2</translation>
    </message>
    <message>
        <source>Memory of an accelerator</source>
        <translation>加速器内存</translation>
    </message>
    <message>
        <source>What one rank needs at the fullest moment of a step</source>
        <translation>一个 rank 在一步中最满时所需</translation>
    </message>
    <message>
        <source>weights, gradients, optimizer</source>
        <translation>权重、梯度、优化器</translation>
    </message>
    <message>
        <source>This rank&apos;s share under tensor and pipeline parallelism and ZeRO</source>
        <translation>本 rank 在张量、流水线并行和 ZeRO 下的份额</translation>
    </message>
    <message>
        <source>activations</source>
        <translation>激活</translation>
    </message>
    <message>
        <source>Kept for the backward pass, of the micro-batches in flight</source>
        <translation>为反向传播保留，含进行中的微批</translation>
    </message>
    <message>
        <source>working space</source>
        <translation>工作空间</translation>
    </message>
    <message>
        <source>left free</source>
        <translation>空余</translation>
    </message>
    <message>
        <source>missing: it does not fit</source>
        <translation>不足：放不下</translation>
    </message>
    <message>
        <source>none</source>
        <translation>无</translation>
    </message>
    <message>
        <source>at most +%1</source>
        <translation>至多 +%1</translation>
    </message>
    <message>
        <source>%1 (bound)</source>
        <translation>%1（理论界）</translation>
    </message>
    <message>
        <source>%1 with %2</source>
        <translation>%1（置信 %2）</translation>
    </message>
    <message>
        <source>Data loading</source>
        <translation>数据加载</translation>
    </message>
    <message>
        <source>accelerator utilisation</source>
        <translation>加速器利用率</translation>
    </message>
    <message>
        <source>Computing and communicating, over that and waiting for data; checkpoints aside</source>
        <translation>计算与通信，除以其与等待数据之和；不计检查点</translation>
    </message>
    <message>
        <source>as DLIO counts it</source>
        <translation>按 DLIO 的算法</translation>
    </message>
    <message>
        <source>Over an epoch, its first steps left out</source>
        <translation>一个 epoch 内，不计最初几步</translation>
    </message>
    <message>
        <source>read from caches</source>
        <translation>读自缓存</translation>
    </message>
    <message>
        <source>Of the reads, from the second epoch on</source>
        <translation>读取中的比例，自第二个 epoch 起</translation>
    </message>
    <message>
        <source>first epoch</source>
        <translation>第一个 epoch</translation>
    </message>
    <message>
        <source>With cold caches</source>
        <translation>缓存为冷</translation>
    </message>
    <message>
        <source>staging</source>
        <translation>预置数据</translation>
    </message>
    <message>
        <source>Before training begins</source>
        <translation>训练开始之前</translation>
    </message>
    <message>
        <source>Checkpoints</source>
        <translation>检查点</translation>
    </message>
    <message>
        <source>one every</source>
        <translation>每隔</translation>
    </message>
    <message>
        <source>until stored</source>
        <translation>直到存储完成</translation>
    </message>
    <message>
        <source>waited for</source>
        <translation>等待</translation>
    </message>
    <message>
        <source>The time training stands still for one</source>
        <translation>训练为一次检查点停顿的时间</translation>
    </message>
    <message>
        <source>restart after a failure</source>
        <translation>故障后重启</translation>
    </message>
    <message>
        <source>expected waste</source>
        <translation>预期浪费</translation>
    </message>
    <message>
        <source>Of the time: writing, work lost and restarts</source>
        <translation>占时间的比例：写入、丢失的工作与重启</translation>
    </message>
    <message>
        <source>interval by Young</source>
        <translation>Young 间隔</translation>
    </message>
    <message>
        <source>Square root of twice the cost times the mean time between failures (Young 1974)</source>
        <translation>两倍代价乘平均无故障时间的平方根（Young 1974）</translation>
    </message>
    <message>
        <source>interval by Daly</source>
        <translation>Daly 间隔</translation>
    </message>
    <message>
        <source>Daly 2006, of higher order</source>
        <translation>Daly 2006，高阶</translation>
    </message>
    <message>
        <source>Of all components and the facility, by what the accelerators did meanwhile</source>
        <translation>所有部件与设施，按加速器当时所做的事</translation>
    </message>
    <message>
        <source>while computing</source>
        <translation>计算期间</translation>
    </message>
    <message>
        <source>while communicating</source>
        <translation>通信期间</translation>
    </message>
    <message>
        <source>in the bubble</source>
        <translation>流水线气泡中</translation>
    </message>
    <message>
        <source>while waiting for data</source>
        <translation>等待数据期间</translation>
    </message>
    <message>
        <source>steps to target</source>
        <translation>达到目标的步数</translation>
    </message>
    <message>
        <source>network bytes to target</source>
        <translation>达到目标的网络字节</translation>
    </message>
    <message>
        <source>carbon to target</source>
        <translation>达到目标的碳排放</translation>
    </message>
    <message>
        <source>CO2 equivalent of the energy, by the facility&apos;s grams a kilowatt-hour</source>
        <translation>能耗的 CO2 当量，按设施每千瓦时克数</translation>
    </message>
    <message>
        <source>guarantee</source>
        <translation>保证</translation>
    </message>
    <message>
        <source>carbon</source>
        <translation>碳排放</translation>
    </message>
</context>
<context>
    <name>BatchLaw</name>
    <message>
        <source>device memory</source>
        <translation>设备内存</translation>
    </message>
    <message>
        <source>node fabric</source>
        <translation>节点内互连</translation>
    </message>
    <message>
        <source>network</source>
        <translation>网络</translation>
    </message>
    <message>
        <source>storage</source>
        <translation>存储</translation>
    </message>
    <message>
        <source>global batch %1</source>
        <translation>全局批量 %1</translation>
    </message>
    <message>
        <source>%1: %2 a sample (%3 of what is paid once a step, %4 with every sample)</source>
        <translation>%1：每样本 %2（每步一次的部分 %3，随每个样本的部分 %4）</translation>
    </message>
    <message>
        <source>dashed: paid once a step, falls as 1/B</source>
        <translation>虚线：每步一次，按 1/B 下降</translation>
    </message>
    <message>
        <source>dotted: with every sample</source>
        <translation>点线：随每个样本</translation>
    </message>
    <message>
        <source>global batch (samples)</source>
        <translation>全局批量（样本）</translation>
    </message>
    <message>
        <source>bytes per sample</source>
        <translation>每样本字节数</translation>
    </message>
    <message>
        <source>this scenario: %1</source>
        <translation>本场景：%1</translation>
    </message>
</context>
<context>
    <name>Breakdown</name>
    <message>
        <source>Breakdown</source>
        <translation>分解</translation>
    </message>
    <message>
        <source>In all</source>
        <translation>合计</translation>
    </message>
    <message>
        <source>no steps are marked</source>
        <translation>没有标记步</translation>
    </message>
    <message>
        <source>nothing in this time range</source>
        <translation>此时间范围内没有内容</translation>
    </message>
    <message>
        <source>unknown: no slice says what it does</source>
        <translation>未知：没有切片说明其内容</translation>
    </message>
    <message>
        <source>%1 overlapped</source>
        <translation>%1 已重叠</translation>
    </message>
    <message>
        <source>Overlapped share of communication</source>
        <translation>通信中已重叠的比例</translation>
    </message>
    <message>
        <source>Communication slices</source>
        <translation>通信切片</translation>
    </message>
    <message>
        <source>Sum of their durations</source>
        <translation>时长之和</translation>
    </message>
    <message>
        <source>Taken from</source>
        <translation>取自</translation>
    </message>
    <message>
        <source>device streams</source>
        <translation>设备流</translation>
    </message>
    <message>
        <source>host threads</source>
        <translation>主机线程</translation>
    </message>
    <message>
        <source>mean of %1</source>
        <translation>%1 个的平均</translation>
    </message>
    <message>
        <source>all</source>
        <translation>全部</translation>
    </message>
    <message>
        <source>rank %1</source>
        <translation>rank %1</translation>
    </message>
    <message>
        <source>ranks %1–%2</source>
        <translation>rank %1–%2</translation>
    </message>
    <message>
        <source>one step</source>
        <translation>一步</translation>
    </message>
    <message>
        <source>no step to break down</source>
        <translation>没有可分解的步</translation>
    </message>
    <message>
        <source>95 % interval of the constants</source>
        <translation>常数的 95 % 区间</translation>
    </message>
    <message>
        <source>Of idle: pipeline bubble</source>
        <translation>空闲中：流水线气泡</translation>
    </message>
    <message>
        <source>solid: measured</source>
        <translation>实心：实测</translation>
    </message>
    <message>
        <source>hatched: simulated</source>
        <translation>斜线：仿真</translation>
    </message>
    <message>
        <source>outlined: predicted</source>
        <translation>轮廓：预测</translation>
    </message>
    <message>
        <source>computing</source>
        <translation>计算</translation>
    </message>
    <message>
        <source>communication, overlapped</source>
        <translation>通信（已重叠）</translation>
    </message>
    <message>
        <source>communication, exposed</source>
        <translation>通信（未重叠）</translation>
    </message>
    <message>
        <source>waiting for data</source>
        <translation>等待数据</translation>
    </message>
    <message>
        <source>checkpoint</source>
        <translation>检查点</translation>
    </message>
    <message>
        <source>copying host to device</source>
        <translation>主机到设备复制</translation>
    </message>
    <message>
        <source>idle or other</source>
        <translation>空闲或其他</translation>
    </message>
    <message>
        <source>whisker: 95 % interval of the constants</source>
        <translation>误差线：常数的 95 % 区间</translation>
    </message>
</context>
<context>
    <name>FrontFeed</name>
    <message>
        <source>time to target</source>
        <translation>达到目标的时间</translation>
    </message>
    <message>
        <source>time of an epoch</source>
        <translation>每轮时间</translation>
    </message>
    <message>
        <source>time per sample</source>
        <translation>每样本时间</translation>
    </message>
    <message>
        <source>step time</source>
        <translation>步时间</translation>
    </message>
    <message>
        <source>energy to target</source>
        <translation>达到目标的能耗</translation>
    </message>
    <message>
        <source>energy of an epoch</source>
        <translation>每轮能耗</translation>
    </message>
    <message>
        <source>energy per sample</source>
        <translation>每样本能耗</translation>
    </message>
    <message>
        <source>energy per step</source>
        <translation>每步能耗</translation>
    </message>
    <message>
        <source>Plan %1 of the sweep</source>
        <translation>扫描的方案 %1</translation>
    </message>
    <message>
        <source>exposed communication</source>
        <translation>未重叠通信</translation>
    </message>
    <message>
        <source>cannot be run</source>
        <translation>无法运行</translation>
    </message>
    <message>
        <source>Load plan: %1</source>
        <translation>载入方案：%1</translation>
    </message>
    <message>
        <source>cannot be loaded</source>
        <translation>无法载入</translation>
    </message>
    <message>
        <source>%1 (%2)</source>
        <translation>%1（%2）</translation>
    </message>
    <message>
        <source>Plans: %1</source>
        <translation>方案：%1</translation>
    </message>
    <message>
        <source>%1 against %2</source>
        <translation>%1 对 %2</translation>
    </message>
    <message>
        <source>scenario in hand</source>
        <translation>当前场景</translation>
    </message>
</context>
<context>
    <name>FrontView</name>
    <message>
        <source>, log</source>
        <translation>，对数</translation>
    </message>
    <message>
        <source>non-dominated</source>
        <translation>非支配</translation>
    </message>
    <message>
        <source>plans tried</source>
        <translation>已尝试的方案</translation>
    </message>
    <message>
        <source>the scenario in hand</source>
        <translation>当前场景</translation>
    </message>
    <message>
        <source>unknown</source>
        <translation>未知</translation>
    </message>
    <message>
        <source>95 % interval of the constants</source>
        <translation>常数的 95 % 区间</translation>
    </message>
</context>
<context>
    <name>Help</name>
    <message>
        <source>Zoom in or out around the middle</source>
        <translation>以中点缩放</translation>
    </message>
    <message>
        <source>Move left or right</source>
        <translation>左右移动</translation>
    </message>
    <message>
        <source>Zoom around the pointer</source>
        <translation>以指针缩放</translation>
    </message>
    <message>
        <source>wheel</source>
        <translation>滚轮</translation>
    </message>
    <message>
        <source>Move</source>
        <translation>移动</translation>
    </message>
    <message>
        <source>drag</source>
        <translation>拖动</translation>
    </message>
    <message>
        <source>Keyboard shortcuts</source>
        <translation>键盘快捷键</translation>
    </message>
    <message>
        <source>Menu</source>
        <translation>菜单</translation>
    </message>
    <message>
        <source>Action</source>
        <translation>操作</translation>
    </message>
    <message>
        <source>Keys</source>
        <translation>按键</translation>
    </message>
    <message>
        <source>Timeline</source>
        <translation>时间线</translation>
    </message>
    <message>
        <source>About Weir</source>
        <translation>关于 Weir</translation>
    </message>
    <message>
        <source>&lt;p&gt;Shows where training deep networks on HPC machines loses time and energy to moving data.&lt;/p&gt;&lt;p&gt;Free software under the GNU General Public License, version 3 or later; without any warranty.&lt;/p&gt;</source>
        <translation>&lt;p&gt;显示在 HPC 机器上训练深度网络时，数据搬运使时间和能量损失在何处。&lt;/p&gt;&lt;p&gt;自由软件，遵循 GNU 通用公共许可证第 3 版或更高版本；不提供任何担保。&lt;/p&gt;</translation>
    </message>
</context>
<context>
    <name>Intervals</name>
    <message>
        <source>&lt; 0.1 %</source>
        <translation>&lt; 0.1 %</translation>
    </message>
    <message>
        <source>Rests on: %1</source>
        <translation>依赖：%1</translation>
    </message>
    <message numerus="yes">
        <source>%1; and %n more constant(s).</source>
        <translation>
            <numerusform>%1；另有 %n 个常数。</numerusform>
        </translation>
    </message>
    <message>
        <source>%1 = %2; step %3, energy %4; %5</source>
        <translation>%1 = %2；步 %3，能耗 %4；%5</translation>
    </message>
    <message>
        <source>no source stated</source>
        <translation>未注明来源</translation>
    </message>
</context>
<context>
    <name>Role</name>
    <message>
        <source>computing</source>
        <translation>计算</translation>
    </message>
    <message>
        <source>communication, overlapped</source>
        <translation>通信（已重叠）</translation>
    </message>
    <message>
        <source>communication, exposed</source>
        <translation>通信（未重叠）</translation>
    </message>
    <message>
        <source>data and I/O</source>
        <translation>数据与 I/O</translation>
    </message>
    <message>
        <source>checkpoint</source>
        <translation>检查点</translation>
    </message>
    <message>
        <source>idle</source>
        <translation>空闲</translation>
    </message>
    <message>
        <source>energy</source>
        <translation>能耗</translation>
    </message>
    <message>
        <source>host</source>
        <translation>主机</translation>
    </message>
    <message>
        <source>other</source>
        <translation>其他</translation>
    </message>
</context>
<context>
    <name>ScenarioFields</name>
    <message>
        <source>&quot;%1&quot; is not a whole number</source>
        <translation>“%1”不是整数</translation>
    </message>
    <message>
        <source>%1 is out of range</source>
        <translation>%1 超出范围</translation>
    </message>
    <message>
        <source>at least %1</source>
        <translation>至少 %1</translation>
    </message>
    <message>
        <source>GPT, own shape</source>
        <translation>GPT，自定义</translation>
    </message>
    <message>
        <source>automatic</source>
        <translation>自动</translation>
    </message>
    <message>
        <source>ring</source>
        <translation>环</translation>
    </message>
    <message>
        <source>double binary tree</source>
        <translation>双二叉树</translation>
    </message>
    <message>
        <source>recursive halving-doubling</source>
        <translation>递归折半加倍</translation>
    </message>
    <message>
        <source>Nodes</source>
        <translation>节点数</translation>
    </message>
    <message>
        <source>Computers in the machine</source>
        <translation>机器中的计算机数</translation>
    </message>
    <message>
        <source>Accelerators per node</source>
        <translation>每节点加速器</translation>
    </message>
    <message>
        <source>GPUs, or what computes in their place, in each node</source>
        <translation>每个节点中的 GPU 或代替其计算的部件</translation>
    </message>
    <message>
        <source>Memory bandwidth</source>
        <translation>内存带宽</translation>
    </message>
    <message>
        <source>Of one accelerator&apos;s memory</source>
        <translation>单个加速器的内存</translation>
    </message>
    <message>
        <source>Memory</source>
        <translation>内存</translation>
    </message>
    <message>
        <source>Of one accelerator</source>
        <translation>单个加速器</translation>
    </message>
    <message>
        <source>Network</source>
        <translation>网络</translation>
    </message>
    <message>
        <source>Topology</source>
        <translation>拓扑</translation>
    </message>
    <message>
        <source>How nodes are wired</source>
        <translation>节点如何连接</translation>
    </message>
    <message>
        <source>single switch</source>
        <translation>单交换机</translation>
    </message>
    <message>
        <source>leaf-spine</source>
        <translation>叶脊</translation>
    </message>
    <message>
        <source>fat tree</source>
        <translation>胖树</translation>
    </message>
    <message>
        <source>Taper</source>
        <translation>收敛比</translation>
    </message>
    <message>
        <source>Hosts&apos; bandwidth over uplink bandwidth of an edge switch; 1 = none</source>
        <translation>边缘交换机下行与上行带宽之比；1 = 无收敛</translation>
    </message>
    <message>
        <source> : 1</source>
        <translation> : 1</translation>
    </message>
    <message>
        <source>&quot;%1&quot; is no taper</source>
        <translation>“%1”不是收敛比</translation>
    </message>
    <message>
        <source>write 2 for half the bandwidth upwards; 1 is none</source>
        <translation>写 2 表示上行带宽减半；1 表示无收敛</translation>
    </message>
    <message>
        <source>Levels</source>
        <translation>层数</translation>
    </message>
    <message>
        <source>Levels of switches in the fat tree</source>
        <translation>胖树的交换机层数</translation>
    </message>
    <message>
        <source>Switch radix</source>
        <translation>交换机端口数</translation>
    </message>
    <message>
        <source>Ports of a switch; 0 = the smallest that carries the nodes</source>
        <translation>交换机端口数；0 = 能容纳节点的最小值</translation>
    </message>
    <message>
        <source>Leaf switches</source>
        <translation>叶交换机</translation>
    </message>
    <message>
        <source>0 = as many as the nodes need</source>
        <translation>0 = 按节点所需</translation>
    </message>
    <message>
        <source>Spine switches</source>
        <translation>脊交换机</translation>
    </message>
    <message>
        <source>0 = as many as full bandwidth needs</source>
        <translation>0 = 按全带宽所需</translation>
    </message>
    <message>
        <source>Nodes per leaf</source>
        <translation>每叶节点数</translation>
    </message>
    <message>
        <source>0 = derived from the nodes</source>
        <translation>0 = 由节点数得出</translation>
    </message>
    <message>
        <source>Link bandwidth</source>
        <translation>链路带宽</translation>
    </message>
    <message>
        <source>Of one link, one direction; Gb/s are bits, GB/s bytes</source>
        <translation>单条链路单向；Gb/s 为比特，GB/s 为字节</translation>
    </message>
    <message>
        <source>Link latency</source>
        <translation>链路时延</translation>
    </message>
    <message>
        <source>Of one link, without switches</source>
        <translation>单条链路，不含交换机</translation>
    </message>
    <message>
        <source>Packet size</source>
        <translation>数据包大小</translation>
    </message>
    <message>
        <source>Largest packet (MTU)</source>
        <translation>最大数据包（MTU）</translation>
    </message>
    <message>
        <source>Storage</source>
        <translation>存储</translation>
    </message>
    <message>
        <source>Storage tier</source>
        <translation>存储层</translation>
    </message>
    <message>
        <source>Where samples are read from</source>
        <translation>样本从何处读取</translation>
    </message>
    <message>
        <source>%1 · shared</source>
        <translation>%1 · 共享</translation>
    </message>
    <message>
        <source>%1 · node</source>
        <translation>%1 · 节点</translation>
    </message>
    <message>
        <source>Read bandwidth</source>
        <translation>读带宽</translation>
    </message>
    <message>
        <source>Of the chosen tier: of the whole where it is shared, else of each node</source>
        <translation>所选存储层：共享时为总带宽，否则为每节点带宽</translation>
    </message>
    <message>
        <source>Request latency</source>
        <translation>请求时延</translation>
    </message>
    <message>
        <source>Of one request to the chosen tier</source>
        <translation>对所选存储层的单次请求</translation>
    </message>
    <message>
        <source>Opening a file</source>
        <translation>打开文件</translation>
    </message>
    <message>
        <source>Time to open one file on the chosen tier</source>
        <translation>在所选存储层打开一个文件的时间</translation>
    </message>
    <message>
        <source>Model</source>
        <translation>模型</translation>
    </message>
    <message>
        <source>The network that is trained</source>
        <translation>被训练的网络</translation>
    </message>
    <message>
        <source>%1 · %2 layers</source>
        <translation>%1 · %2 层</translation>
    </message>
    <message>
        <source>&quot;%1&quot; is not a whole number of at least 1</source>
        <translation>“%1”不是不小于 1 的整数</translation>
    </message>
    <message>
        <source>Layers</source>
        <translation>层数</translation>
    </message>
    <message>
        <source>Transformer blocks</source>
        <translation>Transformer 块</translation>
    </message>
    <message>
        <source>Hidden size</source>
        <translation>隐藏维度</translation>
    </message>
    <message>
        <source>Width of a block</source>
        <translation>块的宽度</translation>
    </message>
    <message>
        <source>Heads</source>
        <translation>注意力头</translation>
    </message>
    <message>
        <source>Attention heads</source>
        <translation>注意力头数</translation>
    </message>
    <message>
        <source>Sequence</source>
        <translation>序列长度</translation>
    </message>
    <message>
        <source>Tokens a sample</source>
        <translation>每样本 token 数</translation>
    </message>
    <message>
        <source>Precision</source>
        <translation>精度</translation>
    </message>
    <message>
        <source>Of the arithmetic and of gradients</source>
        <translation>算术与梯度的精度</translation>
    </message>
    <message>
        <source>Samples</source>
        <translation>样本数</translation>
    </message>
    <message>
        <source>Data set</source>
        <translation>数据集</translation>
    </message>
    <message>
        <source>In an epoch</source>
        <translation>每轮</translation>
    </message>
    <message>
        <source>Sample size</source>
        <translation>样本大小</translation>
    </message>
    <message>
        <source>On storage</source>
        <translation>在存储上</translation>
    </message>
    <message>
        <source>Preparing a sample</source>
        <translation>预处理样本</translation>
    </message>
    <message>
        <source>CPU time of one sample in one thread</source>
        <translation>单线程处理一个样本的 CPU 时间</translation>
    </message>
    <message>
        <source>Collective</source>
        <translation>集合通信</translation>
    </message>
    <message>
        <source>Algorithm</source>
        <translation>算法</translation>
    </message>
    <message>
        <source>Ranks</source>
        <translation>Rank 数</translation>
    </message>
    <message>
        <source>0 = all hosts</source>
        <translation>0 = 所有主机</translation>
    </message>
    <message>
        <source>Size</source>
        <translation>大小</translation>
    </message>
    <message>
        <source>Of one rank&apos;s buffer, as nccl-tests counts it; more than one separated by commas</source>
        <translation>一个 rank 的缓冲区大小，按 nccl-tests 的算法；多个以逗号分隔</translation>
    </message>
    <message>
        <source>Pattern</source>
        <translation>模式</translation>
    </message>
    <message>
        <source>Who sends to whom</source>
        <translation>谁向谁发送</translation>
    </message>
    <message>
        <source>own list of flows</source>
        <translation>自定义流列表</translation>
    </message>
    <message>
        <source>Size of a flow</source>
        <translation>流大小</translation>
    </message>
    <message>
        <source>Senders</source>
        <translation>发送者</translation>
    </message>
    <message>
        <source>Of an incast; 0 = all other hosts</source>
        <translation>汇聚流量的发送者；0 = 其余所有主机</translation>
    </message>
    <message>
        <source>Global batch</source>
        <translation>全局批量</translation>
    </message>
    <message>
        <source>Samples a step, over all ranks</source>
        <translation>所有 rank 每步的样本数</translation>
    </message>
    <message>
        <source>Micro-batch</source>
        <translation>微批量</translation>
    </message>
    <message>
        <source>Samples a rank and pass; 0 = its whole share at once</source>
        <translation>每 rank 每次的样本数；0 = 一次处理全部</translation>
    </message>
    <message>
        <source>Frequency</source>
        <translation>频率</translation>
    </message>
    <message>
        <source>Of the accelerators; lower saves power and costs time</source>
        <translation>加速器频率；降低可省电但费时</translation>
    </message>
    <message>
        <source>Communication</source>
        <translation>通信</translation>
    </message>
    <message>
        <source>All-reduce</source>
        <translation>全归约</translation>
    </message>
    <message>
        <source>How gradients are summed over the ranks</source>
        <translation>梯度如何在各 rank 间求和</translation>
    </message>
    <message>
        <source>Bucket</source>
        <translation>桶大小</translation>
    </message>
    <message>
        <source>Gradients are sent once this much is ready</source>
        <translation>梯度累积到该大小即发送</translation>
    </message>
    <message>
        <source>Overlap with backward</source>
        <translation>与反向重叠</translation>
    </message>
    <message>
        <source>Communicate while the backward pass still computes</source>
        <translation>反向计算时同时通信</translation>
    </message>
    <message>
        <source>Parallelism</source>
        <translation>并行</translation>
    </message>
    <message>
        <source>Data parallel</source>
        <translation>数据并行</translation>
    </message>
    <message>
        <source>Copies of the model; 0 = as many as the machine carries</source>
        <translation>模型副本数；0 = 机器可容纳的数量</translation>
    </message>
    <message>
        <source>Tensor parallel</source>
        <translation>张量并行</translation>
    </message>
    <message>
        <source>Accelerators that share each layer</source>
        <translation>共享每一层的加速器数</translation>
    </message>
    <message>
        <source>Pipeline parallel</source>
        <translation>流水线并行</translation>
    </message>
    <message>
        <source>Stages the layers are divided into</source>
        <translation>层划分的级数</translation>
    </message>
    <message>
        <source>ZeRO stage</source>
        <translation>ZeRO 级别</translation>
    </message>
    <message>
        <source>What data-parallel ranks share instead of copying: 1 optimizer, 2 gradients too, 3 parameters too</source>
        <translation>数据并行 rank 共享而非复制的内容：1 优化器，2 加梯度，3 加参数</translation>
    </message>
    <message>
        <source>0, none</source>
        <translation>0，无</translation>
    </message>
    <message>
        <source>1, optimizer</source>
        <translation>1，优化器</translation>
    </message>
    <message>
        <source>2, gradients</source>
        <translation>2，梯度</translation>
    </message>
    <message>
        <source>3, parameters</source>
        <translation>3，参数</translation>
    </message>
    <message>
        <source>Loading data</source>
        <translation>数据加载</translation>
    </message>
    <message>
        <source>Loader workers</source>
        <translation>加载进程</translation>
    </message>
    <message>
        <source>Loader processes a rank</source>
        <translation>每 rank 的加载进程数</translation>
    </message>
    <message>
        <source>Prefetch</source>
        <translation>预取</translation>
    </message>
    <message>
        <source>Batches a worker prepares ahead</source>
        <translation>每个进程预先准备的批次</translation>
    </message>
    <message>
        <source>Checkpoint every</source>
        <translation>检查点间隔</translation>
    </message>
    <message>
        <source>Accelerator</source>
        <translation>加速器</translation>
    </message>
    <message>
        <source>Peak rates, memory, frequencies and power come with it</source>
        <translation>峰值速率、内存、频率和功率随之而定</translation>
    </message>
    <message>
        <source>unnamed</source>
        <translation>未命名</translation>
    </message>
    <message>
        <source>NIC bandwidth</source>
        <translation>网卡带宽</translation>
    </message>
    <message>
        <source>Of one adapter of a node; a node sends no faster than its adapters and the link they are on</source>
        <translation>节点的一块网卡；节点的发送速度不超过其网卡及所接链路</translation>
    </message>
    <message>
        <source>0 s = no checkpoints; young or daly = from the cost and the nodes&apos; failures</source>
        <translation>0 s = 不做检查点；young 或 daly = 由代价与节点故障推出</translation>
    </message>
    <message>
        <source>&quot;%1&quot; is not among the choices</source>
        <translation>“%1”不在可选项之中</translation>
    </message>
    <message>
        <source>rail-optimised</source>
        <translation>轨道优化</translation>
    </message>
    <message>
        <source>dragonfly</source>
        <translation>蜻蜓（dragonfly）</translation>
    </message>
    <message>
        <source>dragonfly+</source>
        <translation>蜻蜓+（dragonfly+）</translation>
    </message>
    <message>
        <source>torus</source>
        <translation>环面（torus）</translation>
    </message>
    <message>
        <source>mesh</source>
        <translation>网格（mesh）</translation>
    </message>
    <message>
        <source>HyperX</source>
        <translation>HyperX</translation>
    </message>
    <message>
        <source>Slim Fly</source>
        <translation>Slim Fly</translation>
    </message>
    <message>
        <source>own graph</source>
        <translation>自定义图</translation>
    </message>
    <message>
        <source>Dimensions</source>
        <translation>维度</translation>
    </message>
    <message>
        <source>Routers along each, as 4×4×8; empty = as equal as the nodes allow</source>
        <translation>每一维的路由器数，如 4×4×8；留空 = 按节点数尽量均等</translation>
    </message>
    <message>
        <source>&quot;%1&quot; is no list of dimensions</source>
        <translation>“%1”不是维度列表</translation>
    </message>
    <message>
        <source>write 4×4×8</source>
        <translation>请写作 4×4×8</translation>
    </message>
    <message>
        <source>Failed links</source>
        <translation>故障链路</translation>
    </message>
    <message>
        <source>Switches</source>
        <translation>交换机</translation>
    </message>
    <message>
        <source>Cables that are broken, or slow: leaf 0 &gt; spine 1, leaf 2 &gt; spine 0 at 50 %</source>
        <translation>断开或降速的线缆：leaf 0 &gt; spine 1, leaf 2 &gt; spine 0 at 50 %</translation>
    </message>
    <message>
        <source>&quot;%1&quot; names no link</source>
        <translation>“%1”不是链路名</translation>
    </message>
    <message>
        <source>write leaf 0 &gt; spine 1, as the topology picture names them</source>
        <translation>请写作 leaf 0 &gt; spine 1，与拓扑图中的名称一致</translation>
    </message>
    <message>
        <source>0 = as many as the nodes need; of a dragonfly+ in each group</source>
        <translation>0 = 按节点所需；dragonfly+ 为每组的数目</translation>
    </message>
    <message>
        <source>0 = as many as full bandwidth needs; of a dragonfly+ in each group</source>
        <translation>0 = 按满带宽所需；dragonfly+ 为每组的数目</translation>
    </message>
    <message>
        <source>Nodes per router</source>
        <translation>每路由器节点数</translation>
    </message>
    <message>
        <source>p of a dragonfly; 0 = derived from the nodes</source>
        <translation>dragonfly 的 p；0 = 由节点数推出</translation>
    </message>
    <message>
        <source>Routers per group</source>
        <translation>每组路由器数</translation>
    </message>
    <message>
        <source>a of a dragonfly; 0 = twice the global links of a router</source>
        <translation>dragonfly 的 a；0 = 每路由器全局链路数的两倍</translation>
    </message>
    <message>
        <source>Global links</source>
        <translation>全局链路</translation>
    </message>
    <message>
        <source>To other groups: of a router (h of a dragonfly), of a spine (dragonfly+); 0 = derived</source>
        <translation>通往其他组：每路由器（dragonfly 的 h）或每 spine（dragonfly+）；0 = 自动推出</translation>
    </message>
    <message>
        <source>Groups</source>
        <translation>组数</translation>
    </message>
    <message>
        <source>Field size q</source>
        <translation>域大小 q</translation>
    </message>
    <message>
        <source>2 q² routers; 0 = the smallest that fits</source>
        <translation>2 q² 个路由器；0 = 能容纳的最小值</translation>
    </message>
    <message>
        <source>Hosts are</source>
        <translation>主机为</translation>
    </message>
    <message>
        <source>Nodes, whose NICs count as one; or accelerators, and NICs, PCIe and NVLink are links too</source>
        <translation>节点（其网卡合为一个）；或加速器，此时网卡、PCIe、NVLink 也都是链路</translation>
    </message>
    <message>
        <source>nodes</source>
        <translation>节点</translation>
    </message>
    <message>
        <source>accelerators</source>
        <translation>加速器</translation>
    </message>
    <message>
        <source>Between switches</source>
        <translation>交换机之间</translation>
    </message>
    <message>
        <source>Bandwidth of a link between switches; 0 b/s = as the nodes&apos; links</source>
        <translation>交换机间链路的带宽；0 b/s = 与节点链路相同</translation>
    </message>
    <message>
        <source>Between groups</source>
        <translation>组之间</translation>
    </message>
    <message>
        <source>Bandwidth of a global link, or of a fat tree&apos;s upper levels; 0 b/s = as between switches</source>
        <translation>全局链路或胖树上层的带宽；0 b/s = 与交换机之间相同</translation>
    </message>
    <message>
        <source>Routing</source>
        <translation>路由</translation>
    </message>
    <message>
        <source>Which way packets go</source>
        <translation>数据包走哪条路</translation>
    </message>
    <message>
        <source>Transport</source>
        <translation>传输</translation>
    </message>
    <message>
        <source>How ends and switches keep queues in check: credits of the links, or what the ends do</source>
        <translation>端点和交换机如何控制队列：链路信用，或端点自行调节</translation>
    </message>
    <message>
        <source>Switch latency</source>
        <translation>交换机延迟</translation>
    </message>
    <message>
        <source>Of one switch, from port to port</source>
        <translation>单个交换机端口到端口</translation>
    </message>
    <message>
        <source>Buffer</source>
        <translation>缓冲区</translation>
    </message>
    <message>
        <source>Of a port, or of the whole switch where it is shared; 0 B = the default</source>
        <translation>每端口，共享时为整个交换机；0 B = 默认值</translation>
    </message>
    <message>
        <source>Shared buffer</source>
        <translation>共享缓冲区</translation>
    </message>
    <message>
        <source>Ports take from one buffer, by dynamic thresholds</source>
        <translation>各端口按动态阈值共用一个缓冲区</translation>
    </message>
    <message>
        <source>Cut-through</source>
        <translation>直通转发</translation>
    </message>
    <message>
        <source>A packet leaves once its header has come; else once all of it has</source>
        <translation>包头到达即转发；否则收全后转发</translation>
    </message>
    <message>
        <source>Virtual channels</source>
        <translation>虚拟通道</translation>
    </message>
    <message>
        <source>Of each link; 0 = as many as the routing needs</source>
        <translation>每条链路；0 = 按路由所需</translation>
    </message>
    <message>
        <source>Pauses (PFC)</source>
        <translation>暂停帧（PFC）</translation>
    </message>
    <message>
        <source>Full ports pause their senders; without, what does not fit is dropped</source>
        <translation>端口满时暂停发送方；否则丢弃放不下的包</translation>
    </message>
    <message>
        <source>Pause above</source>
        <translation>暂停阈值</translation>
    </message>
    <message>
        <source>Bytes of a port and priority; 0 B = derived from the buffer</source>
        <translation>每端口每优先级的字节数；0 B = 由缓冲区推出</translation>
    </message>
    <message>
        <source>Marks from</source>
        <translation>起始标记</translation>
    </message>
    <message>
        <source>Packets that leave a longer queue may be marked (ECN); 0 B = as the transport wants</source>
        <translation>离开更长队列的包可能被标记（ECN）；0 B = 由传输决定</translation>
    </message>
    <message>
        <source>Marks all above</source>
        <translation>全部标记</translation>
    </message>
    <message>
        <source>Packets that leave a longer queue are all marked; 0 B = as the transport wants</source>
        <translation>离开更长队列的包全部被标记；0 B = 由传输决定</translation>
    </message>
    <message>
        <source>all-reduce</source>
        <translation>all-reduce</translation>
    </message>
    <message>
        <source>all-gather</source>
        <translation>all-gather</translation>
    </message>
    <message>
        <source>reduce-scatter</source>
        <translation>reduce-scatter</translation>
    </message>
    <message>
        <source>all-to-all</source>
        <translation>all-to-all</translation>
    </message>
    <message>
        <source>broadcast</source>
        <translation>广播（broadcast）</translation>
    </message>
    <message>
        <source>reduce</source>
        <translation>归约（reduce）</translation>
    </message>
    <message>
        <source>gather</source>
        <translation>收集（gather）</translation>
    </message>
    <message>
        <source>scatter</source>
        <translation>分发（scatter）</translation>
    </message>
    <message>
        <source>barrier</source>
        <translation>屏障（barrier）</translation>
    </message>
    <message>
        <source>send-receive</source>
        <translation>发送-接收</translation>
    </message>
    <message>
        <source>recursive doubling</source>
        <translation>递归倍增</translation>
    </message>
    <message>
        <source>Bruck</source>
        <translation>Bruck</translation>
    </message>
    <message>
        <source>pairwise</source>
        <translation>两两交换</translation>
    </message>
    <message>
        <source>linear</source>
        <translation>线性</translation>
    </message>
    <message>
        <source>binomial tree</source>
        <translation>二项树</translation>
    </message>
    <message>
        <source>binary tree, pipelined</source>
        <translation>二叉树（流水线）</translation>
    </message>
    <message>
        <source>chain, pipelined</source>
        <translation>链（流水线）</translation>
    </message>
    <message>
        <source>segmented ring</source>
        <translation>分段环</translation>
    </message>
    <message>
        <source>neighbour exchange</source>
        <translation>邻居交换</translation>
    </message>
    <message>
        <source>scatter, then all-gather</source>
        <translation>先分发再 all-gather</translation>
    </message>
    <message>
        <source>hierarchical</source>
        <translation>分层</translation>
    </message>
    <message>
        <source>in the network (SHARP)</source>
        <translation>网络内（SHARP）</translation>
    </message>
    <message>
        <source>permutation</source>
        <translation>置换</translation>
    </message>
    <message>
        <source>incast</source>
        <translation>多对一（incast）</translation>
    </message>
    <message>
        <source>uniform</source>
        <translation>均匀</translation>
    </message>
    <message>
        <source>adversarial</source>
        <translation>对抗</translation>
    </message>
    <message>
        <source>&quot;%1&quot; is no share</source>
        <translation>“%1”不是比例</translation>
    </message>
    <message>
        <source>write a number of per cent, at most %1</source>
        <translation>请写百分数，最大 %1</translation>
    </message>
    <message>
        <source>What the ranks do together</source>
        <translation>各 rank 共同完成的操作</translation>
    </message>
    <message>
        <source>By which messages; where it is not defined for the operation, the nearest one that is</source>
        <translation>以何种消息进行；若该操作未定义此算法，则用最接近的</translation>
    </message>
    <message>
        <source>Iterations</source>
        <translation>迭代次数</translation>
    </message>
    <message>
        <source>Calls of each size, one after the other</source>
        <translation>每种大小依次调用的次数</translation>
    </message>
    <message>
        <source>Computing between</source>
        <translation>间隔计算</translation>
    </message>
    <message>
        <source>Between two calls, on every rank</source>
        <translation>每个 rank 两次调用之间</translation>
    </message>
    <message>
        <source>Chunks</source>
        <translation>分块</translation>
    </message>
    <message>
        <source>Pieces of a buffer that follow one another through the algorithm</source>
        <translation>缓冲区依次通过算法的块数</translation>
    </message>
    <message>
        <source>Rings</source>
        <translation>环数</translation>
    </message>
    <message>
        <source>Parallel rings, over rails where there are any; 0 = one a NIC</source>
        <translation>并行的环，有轨道时沿轨道；0 = 每网卡一个</translation>
    </message>
    <message>
        <source>Communicators</source>
        <translation>通信域</translation>
    </message>
    <message>
        <source>Equal groups of ranks that do the same at once</source>
        <translation>同时进行相同操作的等大 rank 组</translation>
    </message>
    <message>
        <source>Who sends to whom; adversarial: every group to the next one</source>
        <translation>谁发给谁；对抗：每组发往下一组</translation>
    </message>
    <message>
        <source>Bytes of one message</source>
        <translation>一条消息的字节数</translation>
    </message>
    <message>
        <source>Load</source>
        <translation>负载</translation>
    </message>
    <message>
        <source>Messages come at random times, this share of a host&apos;s bandwidth; 0 = one each, at once</source>
        <translation>消息随机到达，占主机带宽的比例；0 = 各一条，同时发出</translation>
    </message>
    <message>
        <source>Duration</source>
        <translation>持续时间</translation>
    </message>
    <message>
        <source>How long messages keep coming</source>
        <translation>消息持续到达的时间</translation>
    </message>
    <message>
        <source>Disturbances</source>
        <translation>扰动</translation>
    </message>
    <message>
        <source>Jitter</source>
        <translation>抖动</translation>
    </message>
    <message>
        <source>Standard deviation of every piece of computing, drawn with the seed; simulations only</source>
        <translation>每段计算的标准差，按种子抽取；仅用于仿真</translation>
    </message>
    <message>
        <source>Stragglers</source>
        <translation>掉队者</translation>
    </message>
    <message>
        <source>Ranks that compute slower, drawn with the seed; simulations only</source>
        <translation>计算较慢的 rank，按种子抽取；仅用于仿真</translation>
    </message>
    <message>
        <source>Their slowdown</source>
        <translation>其减速倍数</translation>
    </message>
    <message>
        <source>How many times as long a straggler computes</source>
        <translation>掉队者计算时间的倍数</translation>
    </message>
    <message>
        <source>&quot;%1&quot; is no slowdown</source>
        <translation>“%1”不是减速倍数</translation>
    </message>
    <message>
        <source>write 1.5 for half as long again</source>
        <translation>1.5 表示时间多一半</translation>
    </message>
    <message>
        <source>Placement</source>
        <translation>放置</translation>
    </message>
    <message>
        <source>Which nodes of the machine the job gets</source>
        <translation>作业使用机器的哪些节点</translation>
    </message>
    <message>
        <source>packed: neighbours share a switch</source>
        <translation>紧凑：相邻者共用交换机</translation>
    </message>
    <message>
        <source>scattered over the leaves</source>
        <translation>分散到各 leaf</translation>
    </message>
    <message>
        <source>random, with the seed</source>
        <translation>随机（按种子）</translation>
    </message>
    <message>
        <source>given hosts</source>
        <translation>指定主机</translation>
    </message>
    <message>
        <source>Hosts</source>
        <translation>主机</translation>
    </message>
    <message>
        <source>The host of each node of the job, in order</source>
        <translation>作业各节点依次对应的主机</translation>
    </message>
    <message>
        <source>&quot;%1&quot; is no host</source>
        <translation>“%1”不是主机</translation>
    </message>
    <message>
        <source>write 0, 4, 8</source>
        <translation>请写作 0, 4, 8</translation>
    </message>
</context>
<context>
    <name>TimeAxis</name>
    <message>
        <source>time (%1)</source>
        <translation>时间 (%1)</translation>
    </message>
    <message>
        <source>time (%1) after %2</source>
        <translation>%2 之后的时间（%1）</translation>
    </message>
</context>
<context>
    <name>Timeline</name>
    <message>
        <source>yes</source>
        <translation>是</translation>
    </message>
    <message>
        <source>no</source>
        <translation>否</translation>
    </message>
    <message>
        <source>none</source>
        <translation>无</translation>
    </message>
    <message>
        <source>unknown</source>
        <translation>未知</translation>
    </message>
    <message>
        <source>collective</source>
        <translation>集合通信</translation>
    </message>
    <message>
        <source>size on this rank</source>
        <translation>本 rank 上的大小</translation>
    </message>
    <message>
        <source>ranks in the group</source>
        <translation>组内 rank 数</translation>
    </message>
    <message>
        <source>algorithm</source>
        <translation>算法</translation>
    </message>
    <message>
        <source>calls seen</source>
        <translation>所见调用数</translation>
    </message>
    <message>
        <source>%1 ranks</source>
        <translation>%1 个 rank</translation>
    </message>
    <message>
        <source>starts last</source>
        <translation>最后开始</translation>
    </message>
    <message>
        <source>rank %1</source>
        <translation>rank %1</translation>
    </message>
    <message>
        <source>waits for it</source>
        <translation>等待它</translation>
    </message>
    <message>
        <source>longest wait</source>
        <translation>最长等待</translation>
    </message>
    <message>
        <source>rank %1, %2</source>
        <translation>rank %1，%2</translation>
    </message>
    <message>
        <source>time once all have started</source>
        <translation>全部开始后的时间</translation>
    </message>
    <message>
        <source>algbw (since the last start)</source>
        <translation>algbw（自最后开始起）</translation>
    </message>
    <message>
        <source>busbw (since the last start)</source>
        <translation>busbw（自最后开始起）</translation>
    </message>
    <message>
        <source>algbw, busbw</source>
        <translation>algbw，busbw</translation>
    </message>
    <message>
        <source>rank %1 starts last, rank %2 waits %3</source>
        <translation>rank %1 最后开始，rank %2 等待 %3</translation>
    </message>
    <message>
        <source>activity</source>
        <translation>活动</translation>
    </message>
    <message>
        <source>category</source>
        <translation>类别</translation>
    </message>
    <message>
        <source>start</source>
        <translation>开始</translation>
    </message>
    <message>
        <source>duration</source>
        <translation>时长</translation>
    </message>
    <message>
        <source>rank</source>
        <translation>rank</translation>
    </message>
    <message>
        <source>process</source>
        <translation>进程</translation>
    </message>
    <message>
        <source>track</source>
        <translation>轨道</translation>
    </message>
    <message>
        <source>depth</source>
        <translation>深度</translation>
    </message>
    <message>
        <source>run</source>
        <translation>运行</translation>
    </message>
    <message>
        <source>preparing %1 slices</source>
        <translation>正在准备 %1 个切片</translation>
    </message>
    <message>
        <source>rank unknown</source>
        <translation>rank 未知</translation>
    </message>
    <message>
        <source>shared by ranks</source>
        <translation>多个 rank 共用</translation>
    </message>
    <message>
        <source>%1: %2 slices</source>
        <translation>%1：%2 个切片</translation>
    </message>
    <message>
        <source>%1
process: %2
%3 slices in %4 rows</source>
        <translation>%1
进程：%2
%4 行中的 %3 个切片</translation>
    </message>
    <message>
        <source>counters</source>
        <translation>计数器</translation>
    </message>
    <message>
        <source>%1 of rank %2</source>
        <translation>rank %2 的 %1</translation>
    </message>
    <message>
        <source>, partial</source>
        <translation>，部分</translation>
    </message>
    <message>
        <source>, stale</source>
        <translation>，已过期</translation>
    </message>
    <message>
        <source>max %1</source>
        <translation>最大 %1</translation>
    </message>
    <message>
        <source>Slices narrower than 1/%1 of the range are merged: the activity that takes most of their time, paler where less of it is covered.</source>
        <translation>窄于范围 1/%1 的切片已合并：取其中耗时最多的活动，覆盖越少颜色越淡。</translation>
    </message>
    <message>
        <source>The rows of a track are one lane</source>
        <translation>轨道的各行合为一条</translation>
    </message>
    <message>
        <source>A rank is one lane</source>
        <translation>一个 rank 合为一条</translation>
    </message>
    <message>
        <source>: computing stands before communication, data, host and waiting.</source>
        <translation>：计算优先于通信、数据、主机和等待。</translation>
    </message>
    <message>
        <source>%1 more lanes are not shown.</source>
        <translation>另有 %1 条未显示。</translation>
    </message>
    <message>
        <source>partial</source>
        <translation>部分</translation>
    </message>
    <message>
        <source>stale</source>
        <translation>已过时</translation>
    </message>
    <message>
        <source>overview, %1</source>
        <translation>概览，%1</translation>
    </message>
    <message>
        <source>range %1</source>
        <translation>范围 %1</translation>
    </message>
    <message>
        <source>%1 slices inside</source>
        <translation>其中 %1 个切片</translation>
    </message>
    <message>
        <source>sum %1, mean %2</source>
        <translation>总和 %1，平均 %2</translation>
    </message>
    <message>
        <source>p50 %1, p99 %2%3</source>
        <translation>p50 %1，p99 %2%3</translation>
    </message>
    <message>
        <source> (sampled)</source>
        <translation>（抽样）</translation>
    </message>
</context>
<context>
    <name>Truth</name>
    <message>
        <source>, so far</source>
        <translation>，迄今</translation>
    </message>
    <message>
        <source>, stale</source>
        <translation>，已过期</translation>
    </message>
    <message>
        <source>measured</source>
        <translation>实测</translation>
    </message>
    <message>
        <source>simulated</source>
        <translation>仿真</translation>
    </message>
    <message>
        <source>predicted</source>
        <translation>预测</translation>
    </message>
</context>
<context>
    <name>Validation</name>
    <message>
        <source>rows</source>
        <translation>行</translation>
    </message>
    <message>
        <source>mean</source>
        <translation>平均</translation>
    </message>
    <message>
        <source>median</source>
        <translation>中位数</translation>
    </message>
    <message>
        <source>p95</source>
        <translation>p95</translation>
    </message>
    <message>
        <source>Predicted against measured: %1</source>
        <translation>预测与实测：%1</translation>
    </message>
    <message>
        <source>Constants fitted on some rows, the others predicted; errors are |predicted − measured| / measured.</source>
        <translation>常数在部分行上拟合，其余行为预测；误差为 |预测 − 实测| / 实测。</translation>
    </message>
    <message numerus="yes">
        <source>%n row(s) set aside with a reason.</source>
        <translation>
            <numerusform>%n 行因故搁置。</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n row(s) without a place on logarithmic axes.</source>
        <translation>
            <numerusform>%n 行在对数轴上没有位置。</numerusform>
        </translation>
    </message>
    <message>
        <source>measured</source>
        <translation>实测</translation>
    </message>
    <message>
        <source>predicted</source>
        <translation>预测</translation>
    </message>
    <message>
        <source>table: quantity</source>
        <translation>表：量</translation>
    </message>
    <message numerus="yes">
        <source>and %n more</source>
        <translation>
            <numerusform>另有 %n 个</numerusform>
        </translation>
    </message>
    <message>
        <source>line: equal, band: ±10 %</source>
        <translation>线：相等；带：±10 %</translation>
    </message>
    <message>
        <source>whiskers: 95 % interval</source>
        <translation>误差线：95 % 区间</translation>
    </message>
    <message>
        <source>%1, so far</source>
        <translation>%1，目前</translation>
    </message>
</context>
<context>
    <name>Views</name>
    <message>
        <source>Timeline</source>
        <translation>时间线</translation>
    </message>
    <message>
        <source>Traffic</source>
        <translation>流量</translation>
    </message>
    <message>
        <source>Breakdown</source>
        <translation>分解</translation>
    </message>
    <message>
        <source>Front</source>
        <translation>前沿</translation>
    </message>
    <message>
        <source>Validation</source>
        <translation>验证</translation>
    </message>
    <message>
        <source>Batch law</source>
        <translation>批量规律</translation>
    </message>
    <message>
        <source>Topology</source>
        <translation>拓扑</translation>
    </message>
    <message>
        <source>Import</source>
        <translation>导入</translation>
    </message>
</context>
<context>
    <name>weir::BatchLawCanvas</name>
    <message>
        <source>Bytes per sample against the global batch</source>
        <translation>每样本字节数与全局批量</translation>
    </message>
    <message>
        <source>Nothing to draw yet</source>
        <translation>尚无可绘制的内容</translation>
    </message>
    <message>
        <source>Choose a training workload in the scenario panel: how many bytes a sample moves in device memory, in the node, over the network and from storage is drawn against the global batch.</source>
        <translation>在场景面板中选择训练负载：这里绘制每个样本在设备内存、节点内、网络上和从存储搬运的字节数与全局批量的关系。</translation>
    </message>
</context>
<context>
    <name>weir::BatchLawView</name>
    <message>
        <source>Bytes per sample against the batch</source>
        <translation>每样本字节数与批量</translation>
    </message>
    <message>
        <source>Bytes per sample against the batch: %1</source>
        <translation>每样本字节数与批量：%1</translation>
    </message>
    <message>
        <source>Bytes per sample = V_DP/B + V_activation, over all ranks; both axes logarithmic.</source>
        <translation>每样本字节数 = V_DP/B + V_activation，所有 rank 合计；两轴均为对数。</translation>
    </message>
    <message>
        <source>No training scenario is answered: the law of batch size is drawn for one.</source>
        <translation>没有已回答的训练场景：批量规律针对训练场景绘制。</translation>
    </message>
    <message>
        <source>This scenario moves no bytes that depend on the batch.</source>
        <translation>此场景不搬运与批量有关的字节。</translation>
    </message>
    <message>
        <source>paid once a step</source>
        <translation>每步一次</translation>
    </message>
    <message>
        <source>with every sample</source>
        <translation>随每个样本</translation>
    </message>
    <message>
        <source>exactly</source>
        <translation>精确值</translation>
    </message>
    <message>
        <source>global batch (samples)</source>
        <translation>全局批量（样本）</translation>
    </message>
    <message>
        <source>level</source>
        <translation>层级</translation>
    </message>
    <message>
        <source>bytes per sample (B)</source>
        <translation>每样本字节数（B）</translation>
    </message>
    <message>
        <source>paid once a step (B)</source>
        <translation>每步一次（B）</translation>
    </message>
    <message>
        <source>with every sample (B)</source>
        <translation>随每个样本（B）</translation>
    </message>
    <message>
        <source>Batch law</source>
        <translation>批量规律</translation>
    </message>
    <message>
        <source>%1: what comes with every sample is the larger part from batch %2 on.</source>
        <translation>%1：从批量 %2 起，随每个样本的部分更大。</translation>
    </message>
</context>
<context>
    <name>weir::BreakdownCanvas</name>
    <message>
        <source>Breakdown of time</source>
        <translation>时间分解</translation>
    </message>
    <message>
        <source>Nothing to show yet</source>
        <translation>暂无内容</translation>
    </message>
    <message>
        <source>Open a trace or ask for a scenario: how much of each rank&apos;s time is computing, communication (overlapped or exposed), waiting for data and idle appears here. Try the sample study, a folder of profiler traces, or any preset scenario.</source>
        <translation>打开跟踪或给出场景：这里显示每个 rank 的时间有多少用于计算、通信（已重叠或未重叠）、等待数据和空闲。可试试示例、跟踪文件夹或任一预设场景。</translation>
    </message>
</context>
<context>
    <name>weir::BreakdownView</name>
    <message>
        <source>Visible time only</source>
        <translation>仅可见时间</translation>
    </message>
    <message>
        <source>Share of the time</source>
        <translation>时间占比</translation>
    </message>
    <message>
        <source>Time</source>
        <translation>时间</translation>
    </message>
    <message>
        <source>Time a step</source>
        <translation>每步时间</translation>
    </message>
    <message>
        <source>Scale of the bars</source>
        <translation>条的刻度</translation>
    </message>
    <message>
        <source>Count only what lies in the time range that the timeline shows</source>
        <translation>只计入时间线所示时间范围内的内容</translation>
    </message>
    <message>
        <source>%1, %2</source>
        <translation>%1，%2</translation>
    </message>
    <message>
        <source>, so far</source>
        <translation>，迄今</translation>
    </message>
    <message>
        <source>, stale</source>
        <translation>，已过期</translation>
    </message>
    <message>
        <source>Where the time goes</source>
        <translation>时间去向</translation>
    </message>
    <message>
        <source>share of the time</source>
        <translation>时间占比</translation>
    </message>
    <message>
        <source>time</source>
        <translation>时间</translation>
    </message>
    <message>
        <source>time a step</source>
        <translation>每步时间</translation>
    </message>
    <message>
        <source>%1: being summed up…</source>
        <translation>%1：正在汇总…</translation>
    </message>
    <message>
        <source>Runs: only the visible time.</source>
        <translation>运行：仅可见时间。</translation>
    </message>
    <message>
        <source>A bar of several ranks is their mean.</source>
        <translation>多个 rank 的条为其平均。</translation>
    </message>
    <message>
        <source>Ranks without device streams are taken from their host threads.</source>
        <translation>没有设备流的 rank 取自其主机线程。</translation>
    </message>
    <message>
        <source>%1, predicted</source>
        <translation>%1，预测</translation>
    </message>
    <message>
        <source>%1, simulated</source>
        <translation>%1，仿真</translation>
    </message>
    <message>
        <source>scenario in hand</source>
        <translation>当前场景</translation>
    </message>
    <message>
        <source>no run with ranks is open and no scenario is answered</source>
        <translation>没有打开带 rank 的运行，也没有已回答的场景</translation>
    </message>
    <message>
        <source>no slice says whether it computes or communicates</source>
        <translation>没有切片说明是计算还是通信</translation>
    </message>
    <message>
        <source>run</source>
        <translation>运行</translation>
    </message>
    <message>
        <source>bar</source>
        <translation>条</translation>
    </message>
    <message>
        <source>%1 (s)</source>
        <translation>%1（s）</translation>
    </message>
    <message>
        <source>in all (s)</source>
        <translation>合计（s）</translation>
    </message>
    <message>
        <source>%1, %2: %3</source>
        <translation>%1，%2：%3</translation>
    </message>
    <message>
        <source>%1, %2: %3 in all</source>
        <translation>%1，%2：合计 %3</translation>
    </message>
    <message>
        <source>%1, %2: %3 %4, %5 of %6</source>
        <translation>%1，%2：%3 %4，占 %6 的 %5</translation>
    </message>
    <message>
        <source>Breakdown</source>
        <translation>分解</translation>
    </message>
    <message>
        <source>low (s)</source>
        <translation>下限（s）</translation>
    </message>
    <message>
        <source>high (s)</source>
        <translation>上限（s）</translation>
    </message>
</context>
<context>
    <name>weir::CentreArea</name>
    <message>
        <source>Views</source>
        <translation>视图</translation>
    </message>
    <message>
        <source>Second pane of views</source>
        <translation>第二个视图窗格</translation>
    </message>
</context>
<context>
    <name>weir::CommandPalette</name>
    <message>
        <source>Any action</source>
        <translation>任意操作</translation>
    </message>
    <message>
        <source>Type what you want to do</source>
        <translation>输入想做的事</translation>
    </message>
    <message>
        <source>Action to find</source>
        <translation>要查找的操作</translation>
    </message>
    <message>
        <source>Actions found</source>
        <translation>找到的操作</translation>
    </message>
</context>
<context>
    <name>weir::ExportDialog</name>
    <message>
        <source>Export figure: %1</source>
        <translation>导出图：%1</translation>
    </message>
    <message>
        <source>Paper, two columns (183 mm)</source>
        <translation>论文，双栏（183 mm）</translation>
    </message>
    <message>
        <source>Paper, one column (89 mm)</source>
        <translation>论文，单栏（89 mm）</translation>
    </message>
    <message>
        <source>Slide (254 mm)</source>
        <translation>幻灯片（254 mm）</translation>
    </message>
    <message>
        <source>Style</source>
        <translation>样式</translation>
    </message>
    <message>
        <source> mm</source>
        <translation> mm</translation>
    </message>
    <message>
        <source>Width</source>
        <translation>宽度</translation>
    </message>
    <message>
        <source>Height</source>
        <translation>高度</translation>
    </message>
    <message>
        <source> pt</source>
        <translation> pt</translation>
    </message>
    <message>
        <source>Smallest text</source>
        <translation>最小文字</translation>
    </message>
    <message>
        <source>Caption</source>
        <translation>图注</translation>
    </message>
    <message>
        <source>none</source>
        <translation>无</translation>
    </message>
    <message>
        <source>Preview</source>
        <translation>预览</translation>
    </message>
    <message>
        <source>Save…</source>
        <translation>保存…</translation>
    </message>
    <message>
        <source>Figures (*.pdf *.svg *.png)</source>
        <translation>图 (*.pdf *.svg *.png)</translation>
    </message>
    <message>
        <source>Table (*.csv)</source>
        <translation>表格 (*.csv)</translation>
    </message>
</context>
<context>
    <name>weir::FieldRow</name>
    <message>
        <source>Reset %1</source>
        <translation>重置%1</translation>
    </message>
    <message>
        <source>%1, slider</source>
        <translation>%1，滑块</translation>
    </message>
    <message>
        <source>Was %1. Click to go back to it.</source>
        <translation>原为 %1。单击恢复。</translation>
    </message>
    <message>
        <source>Source: %1</source>
        <translation>来源：%1</translation>
    </message>
</context>
<context>
    <name>weir::FrontView</name>
    <message>
        <source>Front</source>
        <translation>前沿</translation>
    </message>
    <message>
        <source>Objectives</source>
        <translation>目标</translation>
    </message>
    <message>
        <source>log x</source>
        <translation>x 对数</translation>
    </message>
    <message>
        <source>log y</source>
        <translation>y 对数</translation>
    </message>
    <message>
        <source>Sweep…</source>
        <translation>扫描…</translation>
    </message>
    <message>
        <source>Try many plans with the model and see which are worth having</source>
        <translation>用模型尝试大量方案，找出值得采用者</translation>
    </message>
    <message>
        <source>The sweep has no result yet.</source>
        <translation>扫描尚无结果。</translation>
    </message>
    <message>
        <source>No plans have been tried yet: run a sweep.</source>
        <translation>尚未尝试任何方案：请运行扫描。</translation>
    </message>
    <message>
        <source>None of the %1 plans can be shown: all are invalid or have no value.</source>
        <translation>%1 个方案都无法显示：均无效或没有数值。</translation>
    </message>
    <message>
        <source>%1 of %2 plans so far</source>
        <translation>已完成 %2 个方案中的 %1 个</translation>
    </message>
    <message>
        <source>%1 plans</source>
        <translation>%1 个方案</translation>
    </message>
    <message>
        <source>: %1 non-dominated, %2 invalid</source>
        <translation>：%1 个非支配，%2 个无效</translation>
    </message>
    <message>
        <source>, %1 without a value on these axes</source>
        <translation>，%1 个在这些轴上没有数值</translation>
    </message>
    <message>
        <source>&lt;h3&gt;%1&lt;/h3&gt;&lt;p&gt;Here every plan of a sweep is a point, energy against time, and those that no other&lt;br&gt;plan beats in both are joined. The scenario in hand moves among them as you change it.&lt;/p&gt;&lt;p&gt;&lt;a href=&apos;sweep&apos;&gt;Sweep…&lt;/a&gt; for example over&lt;br&gt;global batch and nodes&lt;br&gt;accelerator frequency and bucket size&lt;br&gt;storage tier and readers per node&lt;/p&gt;</source>
        <translation>&lt;h3&gt;%1&lt;/h3&gt;&lt;p&gt;这里扫描的每个方案是一个点（能耗对时间），&lt;br&gt;在两方面都不被其他方案超过的点相连。&lt;br&gt;当前场景随您的修改在其中移动。&lt;/p&gt;&lt;p&gt;&lt;a href=&apos;sweep&apos;&gt;扫描…&lt;/a&gt;，例如对&lt;br&gt;全局批量与节点数&lt;br&gt;加速器频率与桶大小&lt;br&gt;存储层级与每节点读取线程&lt;/p&gt;</translation>
    </message>
    <message>
        <source>plan</source>
        <translation>方案</translation>
    </message>
    <message>
        <source>non-dominated</source>
        <translation>非支配</translation>
    </message>
    <message>
        <source>valid</source>
        <translation>有效</translation>
    </message>
    <message>
        <source>settings</source>
        <translation>设置</translation>
    </message>
    <message>
        <source>yes</source>
        <translation>是</translation>
    </message>
    <message>
        <source>no</source>
        <translation>否</translation>
    </message>
    <message>
        <source>low</source>
        <translation>下限</translation>
    </message>
    <message>
        <source>high</source>
        <translation>上限</translation>
    </message>
</context>
<context>
    <name>weir::HeatCanvas</name>
    <message>
        <source>Heat map</source>
        <translation>热图</translation>
    </message>
    <message>
        <source>%1. %2 rows, %3 columns. %4</source>
        <translation>%1。%2 行，%3 列。%4</translation>
    </message>
    <message>
        <source>computing…</source>
        <translation>正在计算…</translation>
    </message>
</context>
<context>
    <name>weir::HeatmapView</name>
    <message>
        <source>Run</source>
        <translation>运行</translation>
    </message>
    <message>
        <source>Expand as</source>
        <translation>展开为</translation>
    </message>
    <message>
        <source>Order</source>
        <translation>次序</translation>
    </message>
    <message>
        <source>Log scale</source>
        <translation>对数刻度</translation>
    </message>
    <message>
        <source>Visible time only</source>
        <translation>仅可见时间</translation>
    </message>
    <message>
        <source>double binary tree</source>
        <translation>双二叉树</translation>
    </message>
    <message>
        <source>hottest first</source>
        <translation>最热的在前</translation>
    </message>
    <message>
        <source>by name</source>
        <translation>按名称</translation>
    </message>
    <message>
        <source>What is shown</source>
        <translation>显示内容</translation>
    </message>
    <message>
        <source>Algorithm by which collectives are expanded</source>
        <translation>展开集合通信所用的算法</translation>
    </message>
    <message>
        <source>Order of the links</source>
        <translation>链路的顺序</translation>
    </message>
    <message>
        <source>Traces name collectives, not messages: who sends to whom follows from the algorithm.</source>
        <translation>跟踪只记录集合通信而非消息：谁发给谁由算法推出。</translation>
    </message>
    <message>
        <source>Count only what lies in the time range that the timeline shows</source>
        <translation>只计入时间线所示时间范围内的内容</translation>
    </message>
    <message>
        <source>Rank × rank: bytes</source>
        <translation>Rank × rank：字节</translation>
    </message>
    <message>
        <source>Rank × rank: messages</source>
        <translation>Rank × rank：消息</translation>
    </message>
    <message>
        <source>Rank × rank: time</source>
        <translation>Rank × rank：时间</translation>
    </message>
    <message>
        <source>Link × time: %1</source>
        <translation>链路 × 时间：%1</translation>
    </message>
    <message>
        <source>%1 (%2)</source>
        <translation>%1（%2）</translation>
    </message>
    <message>
        <source>%1, %2</source>
        <translation>%1，%2</translation>
    </message>
    <message>
        <source>Nothing to show yet</source>
        <translation>暂无内容</translation>
    </message>
    <message>
        <source>Open a trace of several ranks, or simulate a scenario: who sends how much to whom appears here, and how busy every link is over time. Try the sample study, a folder of profiler traces, or “Simulate packets”.</source>
        <translation>打开多个 rank 的跟踪，或仿真一个场景：这里显示谁向谁发送了多少，以及每条链路随时间的繁忙程度。可试试示例、跟踪文件夹或“仿真数据包”。</translation>
    </message>
    <message>
        <source>No link was sampled in this time range</source>
        <translation>此时间范围内没有采样链路</translation>
    </message>
    <message>
        <source>Simulating packets records every link; traces of several ranks tell which ranks met in a collective.</source>
        <translation>仿真数据包会记录每条链路；多个 rank 的跟踪说明哪些 rank 参与了同一集合通信。</translation>
    </message>
    <message>
        <source>nothing is open</source>
        <translation>没有打开任何内容</translation>
    </message>
    <message>
        <source>no link was sampled in this time range</source>
        <translation>此时间范围内没有采样链路</translation>
    </message>
    <message>
        <source>Traffic</source>
        <translation>流量</translation>
    </message>
    <message>
        <source>%1, link × time: %2</source>
        <translation>%1，链路 × 时间：%2</translation>
    </message>
    <message>
        <source>time</source>
        <translation>时间</translation>
    </message>
    <message>
        <source>link</source>
        <translation>链路</translation>
    </message>
    <message>
        <source>highest %1</source>
        <translation>最高 %1</translation>
    </message>
    <message>
        <source>The %1 links of highest load are shown; %2 more are hidden%3.</source>
        <translation>显示负载最高的 %1 条链路；另有 %2 条隐藏%3。</translation>
    </message>
    <message>
        <source>, %1 of them idle throughout</source>
        <translation>，其中 %1 条始终空闲</translation>
    </message>
    <message>
        <source>Each cell is the maximum within its time.</source>
        <translation>每格为其时间内的最大值。</translation>
    </message>
    <message>
        <source>Each cell is the mean over its time.</source>
        <translation>每格为其时间内的平均值。</translation>
    </message>
    <message>
        <source>time in common collectives</source>
        <translation>共同集合通信中的时间</translation>
    </message>
    <message>
        <source>bytes sent</source>
        <translation>发送字节</translation>
    </message>
    <message>
        <source>messages sent</source>
        <translation>发送消息数</translation>
    </message>
    <message>
        <source>time of messages</source>
        <translation>消息时间</translation>
    </message>
    <message>
        <source>Traffic, rank × rank: %1</source>
        <translation>流量，rank × rank：%1</translation>
    </message>
    <message>
        <source>rank</source>
        <translation>rank</translation>
    </message>
    <message>
        <source>to rank</source>
        <translation>到 rank</translation>
    </message>
    <message>
        <source>from rank</source>
        <translation>从 rank</translation>
    </message>
    <message>
        <source>waited for others</source>
        <translation>等待其他 rank</translation>
    </message>
    <message>
        <source>sent</source>
        <translation>发送</translation>
    </message>
    <message>
        <source>made others wait</source>
        <translation>使其他 rank 等待</translation>
    </message>
    <message>
        <source>received</source>
        <translation>接收</translation>
    </message>
    <message>
        <source>%1 ranks to a cell. </source>
        <translation>每格 %1 个 rank。</translation>
    </message>
    <message>
        <source> Hatched: unknown.</source>
        <translation> 斜线：未知。</translation>
    </message>
    <message>
        <source>Only the visible time. </source>
        <translation>仅可见时间。</translation>
    </message>
    <message>
        <source>from (s)</source>
        <translation>起（s）</translation>
    </message>
    <message>
        <source>to (s)</source>
        <translation>止（s）</translation>
    </message>
    <message>
        <source>Link</source>
        <translation>链路</translation>
    </message>
    <message>
        <source>Time</source>
        <translation>时间</translation>
    </message>
    <message>
        <source>%1 to %2</source>
        <translation>%1 至 %2</translation>
    </message>
    <message>
        <source>Mean over the range</source>
        <translation>范围内平均</translation>
    </message>
    <message>
        <source>Peak over the range</source>
        <translation>范围内峰值</translation>
    </message>
    <message>
        <source>Ranks</source>
        <translation>Rank 数</translation>
    </message>
    <message>
        <source>From, to</source>
        <translation>从，到</translation>
    </message>
    <message>
        <source>%1 → %2</source>
        <translation>%1 → %2</translation>
    </message>
    <message>
        <source>%1 and %2</source>
        <translation>%1 和 %2</translation>
    </message>
    <message>
        <source>Sent by %1</source>
        <translation>由 %1 发送</translation>
    </message>
    <message>
        <source>Received by %1</source>
        <translation>由 %1 接收</translation>
    </message>
    <message>
        <source>Share of all</source>
        <translation>占全部比例</translation>
    </message>
    <message>
        <source>Rank %1 waited for others</source>
        <translation>rank %1 等待其他</translation>
    </message>
    <message>
        <source>Rank %1 made others wait</source>
        <translation>rank %1 让其他等待</translation>
    </message>
    <message>
        <source>Rank %1 came last</source>
        <translation>rank %1 最后到达</translation>
    </message>
    <message>
        <source>to %1 of %2 collectives</source>
        <translation>%2 次集合通信中的 %1 次</translation>
    </message>
    <message>
        <source>the run&apos;s messages</source>
        <translation>运行的消息</translation>
    </message>
    <message>
        <source>times of the collectives</source>
        <translation>集合通信的时间</translation>
    </message>
    <message>
        <source>collectives, expanded</source>
        <translation>展开后的集合通信</translation>
    </message>
    <message>
        <source>From</source>
        <translation>来自</translation>
    </message>
    <message>
        <source>%1. %2</source>
        <translation>%1。%2</translation>
    </message>
    <message>
        <source>%1: %2 %3</source>
        <translation>%1：%2 %3</translation>
    </message>
    <message>
        <source>%1 and %2: %3 in common collectives</source>
        <translation>%1 和 %2：共同集合通信中 %3</translation>
    </message>
    <message>
        <source>%1 → %2: %3 · sent by %1 %4 · received by %2 %5</source>
        <translation>%1 → %2：%3 · %1 发送 %4 · %2 接收 %5</translation>
    </message>
    <message>
        <source>Each cell is how many there were in its time.</source>
        <translation>每格为其时间内的次数。</translation>
    </message>
    <message>
        <source>In the whole range</source>
        <translation>整个范围内</translation>
    </message>
</context>
<context>
    <name>weir::InspectorPanel</name>
    <message>
        <source>What</source>
        <translation>项目</translation>
    </message>
    <message>
        <source>Value</source>
        <translation>值</translation>
    </message>
    <message>
        <source>Facts</source>
        <translation>事实</translation>
    </message>
    <message>
        <source>Copy</source>
        <translation>复制</translation>
    </message>
    <message>
        <source>%1, %2</source>
        <translation>%1，%2</translation>
    </message>
    <message>
        <source>Nothing selected</source>
        <translation>未选择</translation>
    </message>
    <message>
        <source>Click a slice, a cell or a point to see what it is. With nothing selected, the answer to the scenario stands here.</source>
        <translation>单击片段、单元格或点以查看其内容。未选择时，此处显示场景的答案。</translation>
    </message>
    <message>
        <source>Scenario in hand</source>
        <translation>当前场景</translation>
    </message>
    <message>
        <source>Predicted by closed forms. Hover a line to see how it comes about.</source>
        <translation>由闭式公式预测。将指针停在某行上可查看其来由。</translation>
    </message>
    <message>
        <source>Simulated. Hover a line to see how it comes about.</source>
        <translation>仿真所得。将指针停在某行上可查看其来由。</translation>
    </message>
    <message>
        <source>Scenario: %1</source>
        <translation>场景：%1</translation>
    </message>
    <message>
        <source>No answer</source>
        <translation>没有答案</translation>
    </message>
</context>
<context>
    <name>weir::JobController</name>
    <message>
        <source>waiting for a free worker</source>
        <translation>等待空闲工作线程</translation>
    </message>
    <message>
        <source>%1 of %2</source>
        <translation>%1 / %2</translation>
    </message>
</context>
<context>
    <name>weir::JobRow</name>
    <message>
        <source>Stop this job</source>
        <translation>停止此任务</translation>
    </message>
    <message>
        <source>Progress of %1</source>
        <translation>%1的进度</translation>
    </message>
    <message>
        <source>Stop %1</source>
        <translation>停止%1</translation>
    </message>
    <message>
        <source>stopping</source>
        <translation>正在停止</translation>
    </message>
    <message>
        <source>%1 %</source>
        <translation>%1 %</translation>
    </message>
    <message>
        <source>%1 left</source>
        <translation>剩余 %1</translation>
    </message>
    <message>
        <source>%1 s</source>
        <translation>%1 秒</translation>
    </message>
    <message>
        <source>%1 min %2 s</source>
        <translation>%1 分 %2 秒</translation>
    </message>
    <message>
        <source>%1 h %2 min</source>
        <translation>%1 时 %2 分</translation>
    </message>
    <message>
        <source>Pause this job</source>
        <translation>暂停此任务</translation>
    </message>
    <message>
        <source>Go on with this job</source>
        <translation>继续此任务</translation>
    </message>
    <message>
        <source>Go on with %1</source>
        <translation>继续%1</translation>
    </message>
    <message>
        <source>Pause %1</source>
        <translation>暂停%1</translation>
    </message>
    <message>
        <source>paused</source>
        <translation>已暂停</translation>
    </message>
    <message>
        <source>time left unknown</source>
        <translation>剩余时间未知</translation>
    </message>
</context>
<context>
    <name>weir::LayerList</name>
    <message>
        <source>Layer</source>
        <translation>层</translation>
    </message>
    <message>
        <source>Parameters</source>
        <translation>参数</translation>
    </message>
    <message>
        <source>Forward</source>
        <translation>前向</translation>
    </message>
    <message>
        <source>Arithmetic of one sample&apos;s forward pass</source>
        <translation>单个样本前向的运算量</translation>
    </message>
    <message>
        <source>Layers of the model</source>
        <translation>模型的层</translation>
    </message>
    <message>
        <source>%1 kept for backward</source>
        <translation>为反向保留 %1</translation>
    </message>
</context>
<context>
    <name>weir::MainWindow</name>
    <message>
        <source>Open the sample</source>
        <translation>打开示例</translation>
    </message>
    <message>
        <source>A small network trained on four processes, measured beside predicted</source>
        <translation>四个进程训练的小型网络，实测与预测对照</translation>
    </message>
    <message>
        <source>Open traces…</source>
        <translation>打开跟踪…</translation>
    </message>
    <message>
        <source>PyTorch profiler or Chrome JSON, one file a rank; or drop them here</source>
        <translation>PyTorch profiler 或 Chrome JSON，每个 rank 一个文件；也可拖放到此处</translation>
    </message>
    <message>
        <source>Simulate packets</source>
        <translation>仿真数据包</translation>
    </message>
    <message>
        <source>Play the scenario at the left, packet by packet</source>
        <translation>逐包仿真左侧的场景</translation>
    </message>
    <message>
        <source>Sweep batch, nodes, frequency and tier</source>
        <translation>扫描批量、节点数、频率和存储层</translation>
    </message>
    <message>
        <source>A thousand plans and more around the scenario at the left</source>
        <translation>围绕左侧场景的一千多个方案</translation>
    </message>
    <message>
        <source>Choose what to vary…</source>
        <translation>选择要变化的量…</translation>
    </message>
    <message>
        <source>Open a study…</source>
        <translation>打开研究…</translation>
    </message>
    <message>
        <source>A sweep kept before</source>
        <translation>先前保存的扫描</translation>
    </message>
    <message>
        <source>Scenario</source>
        <translation>场景</translation>
    </message>
    <message>
        <source>Inspector</source>
        <translation>检查器</translation>
    </message>
    <message>
        <source>Notes</source>
        <translation>备注</translation>
    </message>
    <message>
        <source>Runs</source>
        <translation>运行</translation>
    </message>
    <message>
        <source>Notes (%1)</source>
        <translation>备注（%1）</translation>
    </message>
    <message>
        <source>Open another file…</source>
        <translation>打开其他文件…</translation>
    </message>
    <message>
        <source>A</source>
        <translation>A</translation>
    </message>
    <message>
        <source>Nothing that was dropped is a file of this machine</source>
        <translation>拖放的内容中没有本机文件</translation>
    </message>
    <message>
        <source>download it first, then open it</source>
        <translation>请先下载再打开</translation>
    </message>
    <message>
        <source>The language changes at the next start</source>
        <translation>语言将在下次启动时更改</translation>
    </message>
    <message>
        <source>Tools</source>
        <translation>工具</translation>
    </message>
    <message>
        <source>Open</source>
        <translation>打开</translation>
    </message>
    <message>
        <source>Sweep…</source>
        <translation>扫描…</translation>
    </message>
    <message>
        <source>Export figure…</source>
        <translation>导出图…</translation>
    </message>
    <message>
        <source>Split</source>
        <translation>并排</translation>
    </message>
    <message>
        <source>Find slices</source>
        <translation>查找片段</translation>
    </message>
    <message>
        <source>Find slices by name</source>
        <translation>按名称查找片段</translation>
    </message>
    <message>
        <source>More tools</source>
        <translation>更多工具</translation>
    </message>
    <message>
        <source>Open traces, scenarios or a study</source>
        <translation>打开跟踪、场景或研究文件</translation>
    </message>
    <message>
        <source>All that Weir reads (%1)</source>
        <translation>Weir 可读的所有文件 (%1)</translation>
    </message>
    <message>
        <source>All files (*)</source>
        <translation>所有文件 (*)</translation>
    </message>
    <message>
        <source>Open all traces of a folder</source>
        <translation>打开文件夹中的所有跟踪</translation>
    </message>
    <message>
        <source>There is nothing to export yet</source>
        <translation>尚无可导出的内容</translation>
    </message>
    <message>
        <source>The figure was written</source>
        <translation>图已写出</translation>
    </message>
    <message>
        <source>Open its folder</source>
        <translation>打开所在文件夹</translation>
    </message>
    <message>
        <source>Undo: %1</source>
        <translation>撤销：%1</translation>
    </message>
    <message>
        <source>Undo</source>
        <translation>撤销</translation>
    </message>
    <message>
        <source>Redo: %1</source>
        <translation>重做：%1</translation>
    </message>
    <message>
        <source>Redo</source>
        <translation>重做</translation>
    </message>
    <message>
        <source>The sample is missing</source>
        <translation>缺少示例</translation>
    </message>
    <message>
        <source>install Weir again, or open a trace of your own</source>
        <translation>请重新安装 Weir，或打开您自己的跟踪</translation>
    </message>
    <message>
        <source>Sample: small CNN on four processes</source>
        <translation>示例：四个进程上的小型 CNN</translation>
    </message>
    <message>
        <source>This file is no longer there</source>
        <translation>该文件已不存在</translation>
    </message>
    <message>
        <source>it was taken off the list of recent files</source>
        <translation>已从最近文件列表中移除</translation>
    </message>
    <message>
        <source>Forget recent files</source>
        <translation>清除最近文件</translation>
    </message>
    <message>
        <source>Save study</source>
        <translation>保存研究</translation>
    </message>
    <message>
        <source>Weir study (*.weir)</source>
        <translation>Weir 研究 (*.weir)</translation>
    </message>
    <message>
        <source>Save scenario as JSON</source>
        <translation>将场景保存为 JSON</translation>
    </message>
    <message>
        <source>Scenario (*.json)</source>
        <translation>场景 (*.json)</translation>
    </message>
    <message>
        <source>The scenario was not written: %1</source>
        <translation>场景未写出：%1</translation>
    </message>
    <message>
        <source>choose another folder</source>
        <translation>请选择其他文件夹</translation>
    </message>
    <message>
        <source>Open a folder of measured tables…</source>
        <translation>打开实测表格文件夹…</translation>
    </message>
    <message>
        <source>Every table (.csv) of a kind that a model knows</source>
        <translation>模型认识的每种表格（.csv）</translation>
    </message>
    <message>
        <source>Open a measured table…</source>
        <translation>打开一个实测表格…</translation>
    </message>
    <message>
        <source>One .csv: constants are fitted on some rows, the others predicted</source>
        <translation>一个 .csv：常数在部分行上拟合，其余行为预测</translation>
    </message>
    <message>
        <source>Matches of the search</source>
        <translation>搜索的匹配</translation>
    </message>
    <message>
        <source>none</source>
        <translation>无</translation>
    </message>
    <message>
        <source>Play the scenario at the left and watch its links</source>
        <translation>播放左侧场景并观察其链路</translation>
    </message>
    <message>
        <source>Open a scenario…</source>
        <translation>打开场景…</translation>
    </message>
    <message>
        <source>Its network is shown at once, what links carry once it is simulated</source>
        <translation>立即显示其网络，仿真后显示各链路所承载的流量</translation>
    </message>
    <message>
        <source>Resume</source>
        <translation>继续</translation>
    </message>
    <message>
        <source>Pause</source>
        <translation>暂停</translation>
    </message>
    <message>
        <source>Open files…</source>
        <translation>打开文件…</translation>
    </message>
    <message>
        <source>Traces, logs and tables of one job, of any formats</source>
        <translation>同一作业的跟踪、日志和表格，格式不限</translation>
    </message>
    <message>
        <source>Open a folder…</source>
        <translation>打开文件夹…</translation>
    </message>
    <message>
        <source>All of it becomes one run on one time axis</source>
        <translation>全部内容合成同一时间轴上的一次运行</translation>
    </message>
    <message>
        <source>Four ranks, recorded by this project</source>
        <translation>四个 rank，由本项目记录</translation>
    </message>
    <message>
        <source>The run was written</source>
        <translation>运行已写出</translation>
    </message>
    <message>
        <source>Open a table, choosing its columns</source>
        <translation>打开表格并指定各列</translation>
    </message>
    <message>
        <source>Tables (*.csv *.tsv *.txt *.csv.gz)</source>
        <translation>表格 (*.csv *.tsv *.txt *.csv.gz)</translation>
    </message>
    <message>
        <source>Choose its columns…</source>
        <translation>指定各列…</translation>
    </message>
    <message>
        <source>Choose columns of %1…</source>
        <translation>指定 %1 的各列…</translation>
    </message>
    <message>
        <source>Show what was read</source>
        <translation>查看已读取的内容</translation>
    </message>
    <message>
        <source>No column of %1 is known for a time: it is shown as a table</source>
        <translation>%1 中没有可识别为时间的列：以表格显示</translation>
    </message>
    <message>
        <source>There is no run to export</source>
        <translation>没有可导出的运行</translation>
    </message>
    <message>
        <source>This build writes no format</source>
        <translation>此版本不能写出任何格式</translation>
    </message>
    <message>
        <source>open a trace or simulate a scenario first</source>
        <translation>请先打开跟踪或模拟一个场景</translation>
    </message>
    <message>
        <source>Export run as</source>
        <translation>运行另存为</translation>
    </message>
    <message>
        <source>Which run</source>
        <translation>哪一次运行</translation>
    </message>
    <message numerus="yes">
        <source>%n file(s) could not be read, the others were</source>
        <translation>
            <numerusform>%n 个文件无法读取，其余已读取</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>weir::MessageBar</name>
    <message>
        <source>Messages</source>
        <translation>消息</translation>
    </message>
    <message>
        <source>Close this message</source>
        <translation>关闭此消息</translation>
    </message>
    <message>
        <source>What to do</source>
        <translation>如何处理</translation>
    </message>
    <message numerus="yes">
        <source>+%n more</source>
        <translation>
            <numerusform>另有 %n 条</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>weir::NotesPanel</name>
    <message>
        <source>%1 (%2 times)</source>
        <translation>%1（%2 次）</translation>
    </message>
    <message>
        <source>Scenario in hand</source>
        <translation>当前场景</translation>
    </message>
    <message>
        <source>Nothing to note: no damage found, nothing assumed.</source>
        <translation>无备注：未发现损坏，未作假设。</translation>
    </message>
    <message>
        <source>Notes</source>
        <translation>备注</translation>
    </message>
</context>
<context>
    <name>weir::Program</name>
    <message>
        <source>The presets could not be read; choosers stay empty</source>
        <translation>无法读取预设；选择框为空</translation>
    </message>
    <message>
        <source>Work of %1 was kept</source>
        <translation>已保留 %1 的工作</translation>
    </message>
    <message>
        <source>Go on with it</source>
        <translation>继续</translation>
    </message>
    <message>
        <source>Last time you worked on %1</source>
        <translation>上次您在处理 %1</translation>
    </message>
    <message>
        <source>Open it</source>
        <translation>打开</translation>
    </message>
    <message>
        <source>There is no field of that name</source>
        <translation>没有该名称的字段</translation>
    </message>
</context>
<context>
    <name>weir::RunLine</name>
    <message>
        <source>Pin as A</source>
        <translation>固定为 A</translation>
    </message>
    <message>
        <source>Remove</source>
        <translation>移除</translation>
    </message>
    <message>
        <source>Show %1</source>
        <translation>显示 %1</translation>
    </message>
    <message>
        <source>Show in the views</source>
        <translation>在视图中显示</translation>
    </message>
    <message>
        <source>A: %1</source>
        <translation>A：%1</translation>
    </message>
    <message numerus="yes">
        <source>%n rank(s)</source>
        <translation>
            <numerusform>%n 个 rank</numerusform>
        </translation>
    </message>
    <message>
        <source>stale: its scenario has changed</source>
        <translation>已过期：其场景已更改</translation>
    </message>
    <message>
        <source>partial</source>
        <translation>部分</translation>
    </message>
    <message>
        <source>Pin %1 as A</source>
        <translation>将 %1 固定为 A</translation>
    </message>
    <message>
        <source>Remove %1</source>
        <translation>移除 %1</translation>
    </message>
</context>
<context>
    <name>weir::RunsPanel</name>
    <message>
        <source>Runs and jobs</source>
        <translation>运行与任务</translation>
    </message>
    <message>
        <source>Runs appear here: a measured trace once it is opened, a simulated one while it is computed.</source>
        <translation>运行显示在此：实测跟踪在打开后，仿真运行在计算过程中。</translation>
    </message>
</context>
<context>
    <name>weir::ScenarioPanel</name>
    <message>
        <source>Filter fields</source>
        <translation>筛选字段</translation>
    </message>
    <message>
        <source>Fields of the scenario</source>
        <translation>场景字段</translation>
    </message>
    <message>
        <source>Machine</source>
        <translation>机器</translation>
    </message>
    <message>
        <source>Workload</source>
        <translation>负载</translation>
    </message>
    <message>
        <source>Plan</source>
        <translation>方案</translation>
    </message>
    <message>
        <source>as loaded</source>
        <translation>如载入时</translation>
    </message>
    <message>
        <source>Set %1</source>
        <translation>设置%1</translation>
    </message>
    <message>
        <source>Use %1</source>
        <translation>使用 %1</translation>
    </message>
    <message>
        <source>Preset</source>
        <translation>预设</translation>
    </message>
    <message>
        <source>Preset of the %1</source>
        <translation>%1的预设</translation>
    </message>
    <message>
        <source>unfolded</source>
        <translation>已展开</translation>
    </message>
    <message>
        <source>folded</source>
        <translation>已折叠</translation>
    </message>
</context>
<context>
    <name>weir::Session</name>
    <message>
        <source>there is no scenario to simulate</source>
        <translation>没有可仿真的场景</translation>
    </message>
    <message>
        <source>choose a machine and a workload in the scenario panel</source>
        <translation>请在场景面板中选择机器和负载</translation>
    </message>
    <message>
        <source>packets</source>
        <translation>数据包</translation>
    </message>
    <message>
        <source>flows</source>
        <translation>流</translation>
    </message>
    <message>
        <source>scenario</source>
        <translation>场景</translation>
    </message>
    <message>
        <source>%1, %2</source>
        <translation>%1，%2</translation>
    </message>
    <message>
        <source>Simulating packets</source>
        <translation>正在仿真数据包</translation>
    </message>
    <message>
        <source>Simulating flows</source>
        <translation>正在仿真流</translation>
    </message>
    <message>
        <source>Predicting</source>
        <translation>正在预测</translation>
    </message>
    <message>
        <source>Sweeping %1 plans</source>
        <translation>正在扫描 %1 个方案</translation>
    </message>
    <message>
        <source>Opening %1</source>
        <translation>正在打开 %1</translation>
    </message>
    <message numerus="yes">
        <source>Opening %n file(s)</source>
        <translation>
            <numerusform>正在打开 %n 个文件</numerusform>
        </translation>
    </message>
    <message>
        <source>Restoring</source>
        <translation>正在恢复</translation>
    </message>
    <message>
        <source>Restored work</source>
        <translation>已恢复的工作</translation>
    </message>
    <message>
        <source>Part of the study could not be read</source>
        <translation>研究的一部分无法读取</translation>
    </message>
    <message>
        <source>This study can only be read; changes need another file</source>
        <translation>该研究只读；更改需另存</translation>
    </message>
    <message>
        <source>Saving %1</source>
        <translation>正在保存 %1</translation>
    </message>
    <message>
        <source>Simulated by %1: %2</source>
        <translation>由 %1 仿真：%2</translation>
    </message>
    <message>
        <source>; closed forms %1 (%2%3)</source>
        <translation>；闭式 %1（%2%3）</translation>
    </message>
    <message>
        <source>Intervals of the front</source>
        <translation>前沿的区间</translation>
    </message>
    <message>
        <source>A table could not be predicted</source>
        <translation>有一个表格无法预测</translation>
    </message>
    <message>
        <source>packets, hybrid</source>
        <translation>数据包，混合</translation>
    </message>
    <message>
        <source>Simulating packets, hybrid</source>
        <translation>正在仿真数据包（混合）</translation>
    </message>
    <message>
        <source>Moving sources of %1</source>
        <translation>正在移动 %1 的来源</translation>
    </message>
    <message>
        <source>Writing %1</source>
        <translation>正在写出 %1</translation>
    </message>
</context>
<context>
    <name>weir::StatusLine</name>
    <message>
        <source>Communication that computing does not hide, as a share of the step</source>
        <translation>未被计算掩盖的通信占步时间的比例</translation>
    </message>
    <message>
        <source>Bytes all hosts inject into the network in a step</source>
        <translation>一步中所有主机注入网络的字节</translation>
    </message>
    <message>
        <source>No scenario answered yet</source>
        <translation>尚无场景答案</translation>
    </message>
    <message>
        <source>No answer: %1</source>
        <translation>无答案：%1</translation>
    </message>
    <message>
        <source>step %1</source>
        <translation>步 %1</translation>
    </message>
    <message>
        <source>exposed communication %1</source>
        <translation>未重叠通信 %1</translation>
    </message>
    <message>
        <source>%1 per step</source>
        <comment>bytes</comment>
        <translation>每步 %1</translation>
    </message>
    <message>
        <source>%1 per step</source>
        <comment>energy</comment>
        <translation>每步 %1</translation>
    </message>
    <message>
        <source>Time of one training step, by closed forms; in brackets its 95 % interval</source>
        <translation>一个训练步的时间，按闭式计算；方括号内为 95 % 区间</translation>
    </message>
    <message>
        <source>Energy of a step, all nodes, network and storage; in brackets its 95 % interval</source>
        <translation>每步能耗，所有节点、网络和存储；方括号内为 95 % 区间</translation>
    </message>
</context>
<context>
    <name>weir::SweepDialog</name>
    <message>
        <source>Sweep</source>
        <translation>扫描</translation>
    </message>
    <message>
        <source>Every combination of these values is answered by the closed forms. Values are separated by commas; 8..64*2 doubles from 8 to 64, 1GHz..1.4GHz+0.1GHz goes in steps.</source>
        <translation>对这些值的每种组合用闭式公式求解。值以逗号分隔；8..64*2 从 8 到 64 逐次加倍，1GHz..1.4GHz+0.1GHz 按步长递增。</translation>
    </message>
    <message>
        <source>Add a setting</source>
        <translation>添加设置</translation>
    </message>
    <message>
        <source>Setting</source>
        <translation>设置</translation>
    </message>
    <message>
        <source>Values</source>
        <translation>取值</translation>
    </message>
    <message>
        <source>values, separated by commas</source>
        <translation>取值，以逗号分隔</translation>
    </message>
    <message>
        <source>Leave this setting as it is</source>
        <translation>保持此设置不变</translation>
    </message>
    <message>
        <source>Remove setting</source>
        <translation>移除设置</translation>
    </message>
    <message>
        <source>Nothing varies yet</source>
        <translation>尚无变化量</translation>
    </message>
    <message>
        <source>%1 plans</source>
        <translation>%1 个方案</translation>
    </message>
</context>
<context>
    <name>weir::TimelineView</name>
    <message>
        <source>%1 · mean %2, max %3 · at %4</source>
        <translation>%1 · 平均 %2，最大 %3 · 在 %4</translation>
    </message>
    <message>
        <source>%1 · unknown here</source>
        <translation>%1 · 此处未知</translation>
    </message>
    <message>
        <source>%1 · %2 · at %3</source>
        <translation>%1 · %2 · 在 %3</translation>
    </message>
    <message>
        <source>idle</source>
        <translation>空闲</translation>
    </message>
    <message>
        <source>Timeline</source>
        <translation>时间线</translation>
    </message>
    <message>
        <source>Slices of every rank over time. Arrows pan and scroll, W and S zoom, F shows the selection.</source>
        <translation>每个 rank 随时间的切片。方向键平移和滚动，W 和 S 缩放，F 显示所选。</translation>
    </message>
    <message>
        <source>Scroll the tracks</source>
        <translation>滚动轨道</translation>
    </message>
    <message>
        <source>No run is open: open a trace, or simulate a scenario.</source>
        <translation>没有打开的运行：请打开跟踪或仿真场景。</translation>
    </message>
    <message>
        <source>The open runs hold neither slices nor counters.</source>
        <translation>打开的运行既无切片也无计数器。</translation>
    </message>
    <message>
        <source>&lt;h3&gt;%1&lt;/h3&gt;&lt;p&gt;Here every rank&apos;s kernels, collectives, I/O and counters stand over one time axis,&lt;br&gt;measured and simulated runs one under another.&lt;/p&gt;&lt;p&gt;&lt;a href=&apos;sample&apos;&gt;Open the sample study&lt;/a&gt;: a small network trained on four ranks&lt;br&gt;&lt;a href=&apos;open&apos;&gt;Open a trace&lt;/a&gt;: PyTorch profiler or Chrome JSON, one file a rank, or a folder of them&lt;br&gt;&lt;a href=&apos;simulate&apos;&gt;Simulate the scenario&lt;/a&gt;: its packets appear as a run&lt;/p&gt;</source>
        <translation>&lt;h3&gt;%1&lt;/h3&gt;&lt;p&gt;这里每个 rank 的内核、集合通信、I/O 和计数器位于同一时间轴上，&lt;br&gt;实测与仿真的运行上下排列。&lt;/p&gt;&lt;p&gt;&lt;a href=&apos;sample&apos;&gt;打开示例&lt;/a&gt;：四个 rank 训练的小型网络&lt;br&gt;&lt;a href=&apos;open&apos;&gt;打开跟踪&lt;/a&gt;：PyTorch profiler 或 Chrome JSON，每个 rank 一个文件，或整个文件夹&lt;br&gt;&lt;a href=&apos;simulate&apos;&gt;仿真场景&lt;/a&gt;：其数据包作为一次运行出现&lt;/p&gt;</translation>
    </message>
    <message>
        <source>run</source>
        <translation>运行</translation>
    </message>
    <message>
        <source>rank</source>
        <translation>rank</translation>
    </message>
    <message>
        <source>process</source>
        <translation>进程</translation>
    </message>
    <message>
        <source>track</source>
        <translation>轨道</translation>
    </message>
    <message>
        <source>slices</source>
        <translation>片段</translation>
    </message>
    <message>
        <source>busy (s)</source>
        <translation>忙（s）</translation>
    </message>
    <message>
        <source>busy share of the run</source>
        <translation>运行中忙的比例</translation>
    </message>
    <message>
        <source>unknown</source>
        <translation>未知</translation>
    </message>
</context>
<context>
    <name>weir::ValidationCanvas</name>
    <message>
        <source>Predicted against measured</source>
        <translation>预测与实测</translation>
    </message>
    <message>
        <source>. %1: %2 rows, mean error %3</source>
        <translation>。%1：%2 行，平均误差 %3</translation>
    </message>
    <message>
        <source>No measured tables are open</source>
        <translation>没有打开实测表格</translation>
    </message>
    <message>
        <source>Nothing is shown</source>
        <translation>没有显示内容</translation>
    </message>
    <message>
        <source>Open a folder of measured tables (.csv): every row that a model predicts becomes a point, predicted against measured.</source>
        <translation>打开实测表格（.csv）的文件夹：模型预测的每一行成为一个点，预测对实测。</translation>
    </message>
    <message>
        <source>Tick a quantity in the list that has predicted rows.</source>
        <translation>在列表中勾选一个有预测行的量。</translation>
    </message>
</context>
<context>
    <name>weir::ValidationView</name>
    <message>
        <source>Rows</source>
        <translation>行</translation>
    </message>
    <message>
        <source>Mean</source>
        <translation>平均</translation>
    </message>
    <message>
        <source>Median</source>
        <translation>中位数</translation>
    </message>
    <message>
        <source>p95</source>
        <translation>p95</translation>
    </message>
    <message>
        <source>Rows predicted</source>
        <translation>预测的行数</translation>
    </message>
    <message>
        <source>Of |predicted − measured| / measured</source>
        <translation>|预测 − 实测| / 实测</translation>
    </message>
    <message>
        <source>Quantities and their errors</source>
        <translation>各量及其误差</translation>
    </message>
    <message>
        <source>%1 rows fitted, %2 predicted, %3 set aside</source>
        <translation>拟合 %1 行，预测 %2 行，搁置 %3 行</translation>
    </message>
    <message>
        <source>No measured tables are open: a folder of them (.csv), or one, is held against the models here.</source>
        <translation>没有打开实测表格：表格文件夹（.csv）或单个表格在此与模型对照。</translation>
    </message>
    <message>
        <source>None of the rows could be predicted.</source>
        <translation>没有一行能被预测。</translation>
    </message>
    <message>
        <source>%1: measured %2, predicted %3%4 (%5) · %6, row %7</source>
        <translation>%1：实测 %2，预测 %3%4（%5）· %6，第 %7 行</translation>
    </message>
    <message>
        <source>%1, row %2</source>
        <translation>%1，第 %2 行</translation>
    </message>
    <message>
        <source>quantity</source>
        <translation>量</translation>
    </message>
    <message>
        <source>measured</source>
        <translation>实测</translation>
    </message>
    <message>
        <source>predicted</source>
        <translation>预测</translation>
    </message>
    <message>
        <source>95 % interval</source>
        <translation>95 % 区间</translation>
    </message>
    <message>
        <source>error</source>
        <translation>误差</translation>
    </message>
    <message>
        <source>table</source>
        <translation>表</translation>
    </message>
    <message>
        <source>row</source>
        <translation>行</translation>
    </message>
    <message>
        <source>mean error of the quantity</source>
        <translation>该量的平均误差</translation>
    </message>
    <message>
        <source>rows fitted</source>
        <translation>拟合行数</translation>
    </message>
    <message>
        <source>split</source>
        <translation>划分</translation>
    </message>
    <message>
        <source>unit</source>
        <translation>单位</translation>
    </message>
    <message>
        <source>label</source>
        <translation>标签</translation>
    </message>
    <message>
        <source>low</source>
        <translation>下限</translation>
    </message>
    <message>
        <source>high</source>
        <translation>上限</translation>
    </message>
    <message>
        <source>Validation</source>
        <translation>验证</translation>
    </message>
    <message>
        <source>Table, quantity</source>
        <translation>表：量</translation>
    </message>
</context>
<context>
    <name>weir::LoadStrip</name>
    <message>
        <source>Load of the network over time</source>
        <translation>网络负载随时间的变化</translation>
    </message>
    <message>
        <source>Mean utilisation of all links over the run. Drag the window to move through time, its edges to widen it, the wheel to change its width; double click for the whole.</source>
        <translation>运行期间全部链路的平均利用率。拖动窗口在时间上移动，拖动边缘改变宽度，滚轮缩放；双击显示全部。</translation>
    </message>
    <message>
        <source>%1 to %2</source>
        <translation>%1 至 %2</translation>
    </message>
</context>
<context>
    <name>weir::TopologyCanvas</name>
    <message>
        <source>Picture of the network</source>
        <translation>网络图</translation>
    </message>
    <message>
        <source>computing…</source>
        <translation>计算中…</translation>
    </message>
</context>
<context>
    <name>weir::TopologyView</name>
    <message>
        <source>Topology</source>
        <translation>拓扑</translation>
    </message>
    <message>
        <source>carried nothing</source>
        <translation>无流量</translation>
    </message>
    <message>
        <source>not kept: less busy</source>
        <translation>未保留：较空闲</translation>
    </message>
    <message>
        <source>failed</source>
        <translation>故障</translation>
    </message>
    <message>
        <source>%1, %2 cables</source>
        <translation>%1，%2 条线缆</translation>
    </message>
    <message>
        <source>Hottest links</source>
        <translation>最热的链路</translation>
    </message>
    <message>
        <source>Network of</source>
        <translation>所属</translation>
    </message>
    <message>
        <source>What colours the links</source>
        <translation>链路着色依据</translation>
    </message>
    <message>
        <source>What colours the links, over the visible time</source>
        <translation>可见时间内的链路着色依据</translation>
    </message>
    <message>
        <source>Whose network is shown</source>
        <translation>显示谁的网络</translation>
    </message>
    <message>
        <source>Zoom out</source>
        <translation>缩小</translation>
    </message>
    <message>
        <source>Zoom out (−)</source>
        <translation>缩小（−）</translation>
    </message>
    <message>
        <source>Zoom in</source>
        <translation>放大</translation>
    </message>
    <message>
        <source>Zoom in (+, or the wheel); drag to move</source>
        <translation>放大（+ 或滚轮）；拖动以移动</translation>
    </message>
    <message>
        <source>Show the whole network</source>
        <translation>显示整个网络</translation>
    </message>
    <message>
        <source>Show the whole network (Home, or double click)</source>
        <translation>显示整个网络（Home 或双击）</translation>
    </message>
    <message>
        <source>Play the run</source>
        <translation>播放运行</translation>
    </message>
    <message>
        <source>Let the time window run through the run</source>
        <translation>让时间窗口走过整个运行</translation>
    </message>
    <message>
        <source>scenario in hand</source>
        <translation>当前场景</translation>
    </message>
    <message>
        <source>%1, %2</source>
        <translation>%1，%2</translation>
    </message>
    <message>
        <source>No network to show yet</source>
        <translation>尚无网络可显示</translation>
    </message>
    <message>
        <source>This network cannot be built</source>
        <translation>此网络无法构建</translation>
    </message>
    <message>
        <source>%1, mean</source>
        <translation>%1，平均</translation>
    </message>
    <message>
        <source>%1, peak</source>
        <translation>%1，峰值</translation>
    </message>
    <message>
        <source>%1, highest</source>
        <translation>%1，最高</translation>
    </message>
    <message>
        <source>bandwidth</source>
        <translation>带宽</translation>
    </message>
    <message>
        <source>%1 (%2)</source>
        <translation>%1（%2）</translation>
    </message>
    <message>
        <source>single switch</source>
        <translation>单交换机</translation>
    </message>
    <message>
        <source>leaf-spine</source>
        <translation>叶脊（leaf-spine）</translation>
    </message>
    <message>
        <source>fat tree</source>
        <translation>胖树</translation>
    </message>
    <message>
        <source>rail-optimised</source>
        <translation>轨道优化</translation>
    </message>
    <message>
        <source>dragonfly</source>
        <translation>dragonfly</translation>
    </message>
    <message>
        <source>dragonfly+</source>
        <translation>dragonfly+</translation>
    </message>
    <message>
        <source>torus</source>
        <translation>环面（torus）</translation>
    </message>
    <message>
        <source>mesh</source>
        <translation>网格（mesh）</translation>
    </message>
    <message>
        <source>HyperX</source>
        <translation>HyperX</translation>
    </message>
    <message>
        <source>Slim Fly</source>
        <translation>Slim Fly</translation>
    </message>
    <message>
        <source>graph</source>
        <translation>图</translation>
    </message>
    <message>
        <source>link utilisation</source>
        <translation>链路利用率</translation>
    </message>
    <message>
        <source>queue depth</source>
        <translation>队列深度</translation>
    </message>
    <message>
        <source>marks</source>
        <translation>标记</translation>
    </message>
    <message>
        <source>drops</source>
        <translation>丢包</translation>
    </message>
    <message>
        <source>trims</source>
        <translation>截断</translation>
    </message>
    <message>
        <source>pauses</source>
        <translation>暂停</translation>
    </message>
    <message>
        <source>“%1” was measured: a trace does not tell how its machine is wired. Describe the machine in the scenario panel, or open a scenario: its network appears here, and what each link carries while it is simulated.</source>
        <translation>“%1”是测得的：跟踪不包含机器的连线方式。请在场景面板中描述机器或打开一个场景：其网络会显示在这里，仿真时还显示各链路所承载的流量。</translation>
    </message>
    <message>
        <source>The network of the scenario in hand appears here, and, while packets are simulated, what each link carries. Choose a machine in the scenario panel, open a scenario, or try “Simulate packets”.</source>
        <translation>当前场景的网络会显示在这里，仿真数据包时还显示各链路所承载的流量。请在场景面板中选择机器、打开场景，或尝试“仿真数据包”。</translation>
    </message>
    <message>
        <source>%1 of %2 hosts, %3 switches: %4</source>
        <translation>%1，%2 台主机，%3 台交换机：%4</translation>
    </message>
    <message>
        <source>%1 to %2</source>
        <translation>%1 至 %2</translation>
    </message>
    <message>
        <source>The latest part, %1.</source>
        <translation>最近部分，%1。</translation>
    </message>
    <message>
        <source>Time shown: %1.</source>
        <translation>所示时间：%1。</translation>
    </message>
    <message>
        <source>Closed forms say nothing of single links: simulate packets or flows to see what each carries.</source>
        <translation>闭式公式不涉及单条链路：请仿真数据包或流以查看各链路的流量。</translation>
    </message>
    <message>
        <source>This run has nothing on its links in this time.</source>
        <translation>此运行在这段时间内没有链路数据。</translation>
    </message>
    <message>
        <source>Not simulated yet: links show their bandwidth. Simulate packets to see what each carries.</source>
        <translation>尚未仿真：链路显示带宽。请仿真数据包以查看各链路的流量。</translation>
    </message>
    <message>
        <source>Link</source>
        <translation>链路</translation>
    </message>
    <message>
        <source>Bandwidth</source>
        <translation>带宽</translation>
    </message>
    <message>
        <source>unknown: only the busiest links were kept</source>
        <translation>未知：只保留了最忙的链路</translation>
    </message>
    <message>
        <source>Queue before it, highest</source>
        <translation>其前队列，最高</translation>
    </message>
    <message>
        <source>The other way</source>
        <translation>反方向</translation>
    </message>
    <message>
        <source>Cables</source>
        <translation>线缆</translation>
    </message>
    <message>
        <source>%1 – %2</source>
        <translation>%1 – %2</translation>
    </message>
    <message>
        <source>Number</source>
        <translation>数目</translation>
    </message>
    <message>
        <source>%1, %2 of them failed</source>
        <translation>%1，其中 %2 条故障</translation>
    </message>
    <message>
        <source>Bandwidth, together</source>
        <translation>总带宽</translation>
    </message>
    <message>
        <source>%1, mean of all</source>
        <translation>%1，全部平均</translation>
    </message>
    <message>
        <source>%1 one way, %2 the other</source>
        <translation>一个方向 %1，另一方向 %2</translation>
    </message>
    <message>
        <source>Hottest</source>
        <translation>最热</translation>
    </message>
    <message>
        <source>Host</source>
        <translation>主机</translation>
    </message>
    <message>
        <source>Switch</source>
        <translation>交换机</translation>
    </message>
    <message>
        <source>Together</source>
        <translation>合并</translation>
    </message>
    <message>
        <source>Bandwidth, each way</source>
        <translation>每方向带宽</translation>
    </message>
    <message>
        <source>%1, mean of what leaves it</source>
        <translation>%1，其出口平均</translation>
    </message>
    <message>
        <source>Queue, highest of its ports</source>
        <translation>其端口队列最高</translation>
    </message>
    <message>
        <source>Run</source>
        <translation>运行</translation>
    </message>
    <message>
        <source>from</source>
        <translation>从</translation>
    </message>
    <message>
        <source>to</source>
        <translation>到</translation>
    </message>
    <message>
        <source>bandwidth (b/s)</source>
        <translation>带宽（b/s）</translation>
    </message>
    <message>
        <source>%1, peak (%2)</source>
        <translation>%1，峰值（%2）</translation>
    </message>
    <message>
        <source>queue depth, highest (B)</source>
        <translation>队列深度，最高（B）</translation>
    </message>
    <message numerus="yes">
        <source>%n counter(s) belong to no link of this network.</source>
        <translation>
            <numerusform>%n 个计数器不属于此网络的任何链路。</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n cable(s) have failed.</source>
        <translation>
            <numerusform>%n 条线缆有故障。</numerusform>
        </translation>
    </message>
    <message>
        <source>A line has the colour of its busier direction.</source>
        <translation>线取其较忙方向的颜色。</translation>
    </message>
    <message>
        <source>Where a line stands for several cables, of their mean.</source>
        <translation>代表多条线缆的线取其平均值。</translation>
    </message>
    <message>
        <source>rail-optimised network</source>
        <translation>轨道优化网络</translation>
    </message>
</context>
<context>
    <name>ImportFiles</name>
    <message>
        <source>All that Weir reads (%1)</source>
        <translation>Weir 可读的全部文件 (%1)</translation>
    </message>
    <message>
        <source>All files (*)</source>
        <translation>所有文件 (*)</translation>
    </message>
</context>
<context>
    <name>weir::ImportView</name>
    <message>
        <source>Import</source>
        <translation>导入</translation>
    </message>
    <message>
        <source>and %1 more</source>
        <translation>另有 %1 个</translation>
    </message>
    <message>
        <source>Move this source by</source>
        <translation>将此来源移动</translation>
    </message>
    <message>
        <source>Run whose files are listed</source>
        <translation>列出其文件的运行</translation>
    </message>
    <message>
        <source>Notes, facts and tables</source>
        <translation>备注、事实与表格</translation>
    </message>
    <message>
        <source>Notes</source>
        <translation>备注</translation>
    </message>
    <message>
        <source>Facts</source>
        <translation>事实</translation>
    </message>
    <message>
        <source>Tables</source>
        <translation>表格</translation>
    </message>
    <message>
        <source>Sources</source>
        <translation>来源</translation>
    </message>
    <message>
        <source>Align first events</source>
        <translation>对齐首个事件</translation>
    </message>
    <message>
        <source>Move the chosen sources so that their first event falls on the first event of the others</source>
        <translation>移动所选来源，使其首个事件与其他来源的首个事件重合</translation>
    </message>
    <message>
        <source>Reset offsets</source>
        <translation>重置偏移</translation>
    </message>
    <message>
        <source>Put the chosen sources, or all, back where their clocks put them</source>
        <translation>将所选（或全部）来源恢复到其时钟决定的位置</translation>
    </message>
    <message>
        <source>Kind of note</source>
        <translation>备注种类</translation>
    </message>
    <message>
        <source>Filter notes</source>
        <translation>筛选备注</translation>
    </message>
    <message>
        <source>Import notes</source>
        <translation>导入备注</translation>
    </message>
    <message>
        <source>Nothing to note: the files were read whole, nothing was assumed.</source>
        <translation>无须备注：文件已完整读取，未作任何假设。</translation>
    </message>
    <message>
        <source>Filter facts</source>
        <translation>筛选事实</translation>
    </message>
    <message>
        <source>Tables of the files</source>
        <translation>文件中的表格</translation>
    </message>
    <message>
        <source>Table</source>
        <translation>表格</translation>
    </message>
    <message>
        <source>Copy as CSV</source>
        <translation>复制为 CSV</translation>
    </message>
    <message>
        <source>The whole table, to paste into a spreadsheet or a file</source>
        <translation>整张表格，可粘贴到电子表格或文件中</translation>
    </message>
    <message>
        <source>No file is open. Open the traces, logs and tables of one job, or drop them all here: they become one run on one time axis.</source>
        <translation>尚未打开文件。打开同一作业的跟踪、日志和表格，或一并拖放到此处：它们将合成同一时间轴上的一次运行。</translation>
    </message>
    <message>
        <source>The open runs were simulated: no file stands behind them.</source>
        <translation>当前的运行均为模拟结果，没有对应的文件。</translation>
    </message>
    <message>
        <source>Notes (%1)</source>
        <translation>备注（%1）</translation>
    </message>
    <message>
        <source>Facts (%1)</source>
        <translation>事实（%1）</translation>
    </message>
    <message>
        <source>Tables (%1)</source>
        <translation>表格（%1）</translation>
    </message>
    <message>
        <source>%1
%2 rows, %3 columns</source>
        <translation>%1
%2 行，%3 列</translation>
    </message>
    <message numerus="yes">
        <source>%n source(s)</source>
        <translation>
            <numerusform>%n 个来源</numerusform>
        </translation>
    </message>
    <message>
        <source>%1 of %2 ranks</source>
        <translation>%2 个 rank 中的 %1 个</translation>
    </message>
    <message numerus="yes">
        <source>%n rank(s)</source>
        <translation>
            <numerusform>%n 个 rank</numerusform>
        </translation>
    </message>
    <message>
        <source>%1 slices</source>
        <translation>%1 个片段</translation>
    </message>
    <message numerus="yes">
        <source>%n counter(s)</source>
        <translation>
            <numerusform>%n 个计数器</numerusform>
        </translation>
    </message>
    <message>
        <source>%1 I/O operations, %2 records</source>
        <translation>%1 次 I/O 操作，%2 条记录</translation>
    </message>
    <message>
        <source>All kinds</source>
        <translation>全部种类</translation>
    </message>
    <message>
        <source>%1 (%2)</source>
        <translation>%1（%2）</translation>
    </message>
</context>
<context>
    <name>weir::SourcesModel</name>
    <message>
        <source>%1: %2</source>
        <translation>%1：%2</translation>
    </message>
    <message>
        <source>since 1970</source>
        <translation>自 1970 年起</translation>
    </message>
    <message>
        <source>local time</source>
        <translation>本地时间</translation>
    </message>
    <message>
        <source>its own</source>
        <translation>自有时钟</translation>
    </message>
    <message>
        <source>at the first event</source>
        <translation>按首个事件</translation>
    </message>
    <message>
        <source>by hand</source>
        <translation>手动</translation>
    </message>
    <message>
        <source>alone</source>
        <translation>单独</translation>
    </message>
    <message>
        <source>by its clock</source>
        <translation>按其时钟</translation>
    </message>
    <message>
        <source>unknown</source>
        <translation>未知</translation>
    </message>
    <message>
        <source>Double-click and type how far this source is to be moved, as +5h or -12.3 ms</source>
        <translation>双击并输入此来源的移动量，例如 +5h 或 -12.3 ms</translation>
    </message>
    <message>
        <source>How far its clock, or its first event, puts its own time 0 behind that of the run</source>
        <translation>由其时钟或首个事件得出：其自身时刻 0 比运行的时刻 0 晚多少</translation>
    </message>
    <message>
        <source>First event at %1 of the timeline, last one %2 later</source>
        <translation>首个事件位于时间线 %1 处，最后一个事件在其后 %2</translation>
    </message>
    <message>
        <source>Source</source>
        <translation>来源</translation>
    </message>
    <message>
        <source>Format</source>
        <translation>格式</translation>
    </message>
    <message>
        <source>Rank</source>
        <translation>Rank</translation>
    </message>
    <message>
        <source>Clock</source>
        <translation>时钟</translation>
    </message>
    <message>
        <source>Slices</source>
        <translation>片段</translation>
    </message>
    <message>
        <source>Begins at</source>
        <translation>起始于</translation>
    </message>
    <message>
        <source>Offset found</source>
        <translation>推得的偏移</translation>
    </message>
    <message>
        <source>Moved by hand</source>
        <translation>手动移动</translation>
    </message>
    <message>
        <source>Aligned</source>
        <translation>对齐方式</translation>
    </message>
</context>
<context>
    <name>weir::FactsModel</name>
    <message>
        <source>Fact</source>
        <translation>事实</translation>
    </message>
    <message>
        <source>Value</source>
        <translation>值</translation>
    </message>
    <message>
        <source>Unit</source>
        <translation>单位</translation>
    </message>
    <message>
        <source>Source</source>
        <translation>来源</translation>
    </message>
</context>
<context>
    <name>weir::TableModel</name>
    <message>
        <source>unknown</source>
        <translation>未知</translation>
    </message>
</context>
<context>
    <name>weir::NotesModel</name>
    <message>
        <source>unknown</source>
        <translation>未知</translation>
    </message>
    <message>
        <source>%1
The first %2 places are kept</source>
        <translation>%1
仅保留前 %2 处</translation>
    </message>
    <message>
        <source>Note, and its first places</source>
        <translation>备注及其最初出现处</translation>
    </message>
    <message>
        <source>How often</source>
        <translation>次数</translation>
    </message>
    <message>
        <source>At</source>
        <translation>时刻</translation>
    </message>
</context>
<context>
    <name>weir::Grid</name>
    <message>
        <source>Copy</source>
        <translation>复制</translation>
    </message>
    <message>
        <source>Select all</source>
        <translation>全选</translation>
    </message>
</context>
<context>
    <name>weir::SettingsDialog</name>
    <message>
        <source>Settings</source>
        <translation>设置</translation>
    </message>
    <message>
        <source>%1, half of this machine&apos;s memory</source>
        <translation>%1，即本机内存的一半</translation>
    </message>
    <message>
        <source>&amp;Memory for runs</source>
        <translation>运行可用内存(&amp;M)</translation>
    </message>
    <message>
        <source>Choose…</source>
        <translation>选择…</translation>
    </message>
    <message>
        <source>Folder for what memory does not hold</source>
        <translation>存放内存容纳不下的内容的文件夹</translation>
    </message>
    <message>
        <source>&amp;Folder beyond it</source>
        <translation>超出后的文件夹(&amp;F)</translation>
    </message>
    <message>
        <source>A run that does not fit into this memory goes to files in the folder, as far as it does not fit; they vanish with the program. Counts for what is opened from now on. At present runs take %1 of memory and %2 on disk.</source>
        <translation>内存容纳不下的那部分运行数据存入该文件夹中的文件，程序结束后文件即消失。对此后打开的内容生效。目前运行占用内存 %1、磁盘 %2。</translation>
    </message>
    <message>
        <source>Memory for runs: %1</source>
        <translation>运行可用内存：%1</translation>
    </message>
    <message>
        <source>Memory for runs: give more than nothing, or leave it empty</source>
        <translation>运行可用内存：请给出大于零的值，或留空</translation>
    </message>
    <message>
        <source>Folder: it is not there</source>
        <translation>文件夹：不存在</translation>
    </message>
    <message>
        <source>Folder: it cannot be written to</source>
        <translation>文件夹：不可写入</translation>
    </message>
</context>
<context>
    <name>weir::ColumnsDialog</name>
    <message>
        <source>Columns of %1</source>
        <translation>%1 的列</translation>
    </message>
    <message>
        <source>Say which column is what. With a start and a duration or an end a row is a slice; with a start alone its numbers are counters. What is left at “none” is found by the header, or stays unknown.</source>
        <translation>指定各列的含义。有开始和时长（或结束）时，每一行是一个片段；只有开始时，其数值为计数器。保留为“无”的内容由表头推断，否则视为未知。</translation>
    </message>
    <message>
        <source>none</source>
        <translation>无</translation>
    </message>
    <message>
        <source>Unit of times</source>
        <translation>时间单位</translation>
    </message>
    <message>
        <source>as the header says</source>
        <translation>按表头所示</translation>
    </message>
    <message>
        <source>First rows of the file</source>
        <translation>文件的前几行</translation>
    </message>
    <message>
        <source>This file has no line to read columns from.</source>
        <translation>此文件没有可读取列的行。</translation>
    </message>
    <message>
        <source>Choose the column of the start time.</source>
        <translation>请选择开始时间所在的列。</translation>
    </message>
    <message>
        <source>Start time</source>
        <translation>开始时间</translation>
    </message>
    <message>
        <source>End time</source>
        <translation>结束时间</translation>
    </message>
    <message>
        <source>Duration</source>
        <translation>时长</translation>
    </message>
    <message>
        <source>Name</source>
        <translation>名称</translation>
    </message>
    <message>
        <source>Track</source>
        <translation>轨道</translation>
    </message>
    <message>
        <source>Rank</source>
        <translation>Rank</translation>
    </message>
    <message>
        <source>Category</source>
        <translation>类别</translation>
    </message>
    <message>
        <source>Bytes</source>
        <translation>字节</translation>
    </message>
    <message>
        <source>Value of a counter</source>
        <translation>计数器的值</translation>
    </message>
</context>
</TS>
