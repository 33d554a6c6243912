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
        <translation>按名称查找切片</translation>
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
    <message>
        <source>Show what was imported</source>
        <translation>显示导入的内容</translation>
    </message>
    <message>
        <source>The Import view: files of a run, their clocks, notes, facts and tables</source>
        <translation>导入视图：一次运行的文件、时钟、说明、事实与表格</translation>
    </message>
    <message>
        <source>Compare two studies…</source>
        <translation>比较两个研究…</translation>
    </message>
    <message>
        <source>Hold all runs of one .weir file against those of another</source>
        <translation>将一个 .weir 文件的所有运行与另一个的对比</translation>
    </message>
    <message>
        <source>Open files as separate runs…</source>
        <translation>将文件作为独立运行打开…</translation>
    </message>
    <message>
        <source>Each file is a run of its own, to be compared, and not a rank of one job</source>
        <translation>每个文件是一个独立的运行，可相互比较，而不是同一作业的一个 rank</translation>
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
    <message numerus="yes">
        <source>%1: %n step(s), each as long as the mean over the ranks</source>
        <translation>
            <numerusform>%1：%n 步，每步取各 rank 的均值</numerusform>
        </translation>
    </message>
    <message>
        <source>The predicted step over the median of the measured ones, minus one; a measured step is as long as the mean over the ranks of each one&apos;s own. Of a whole run Compare says the same by the medians</source>
        <translation>预测步长除以实测步长的中位数减一；实测一步的时长取各 rank 自身步长的均值。对整个运行，“比较”按中位数给出同一数值</translation>
    </message>
    <message>
        <source>Forward and backward pass and the optimizer of one rank&apos;s share: FLOP over the achieved rate, or bytes over memory bandwidth, whichever takes longer</source>
        <translation>单个 rank 份额的前向、反向与优化器：FLOP 除以实际速率，或字节除以内存带宽，取较长者</translation>
    </message>
    <message>
        <source>The host&apos;s work between steps</source>
        <translation>步间的主机工作</translation>
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
    <message>
        <source>HTA&apos;s kernel time (first to last kernel)</source>
        <translation>HTA 的内核时间（首个到最后一个内核）</translation>
    </message>
    <message>
        <source>HTA&apos;s idle time</source>
        <translation>HTA 的空闲时间</translation>
    </message>
    <message>
        <source>HTA&apos;s non-compute time</source>
        <translation>HTA 的非计算时间</translation>
    </message>
    <message>
        <source>step %1</source>
        <translation>步 %1</translation>
    </message>
    <message>
        <source>steps %1–%2</source>
        <translation>步 %1–%2</translation>
    </message>
    <message>
        <source>device, other work</source>
        <translation>设备，其他工作</translation>
    </message>
    <message>
        <source>idle, host-bound</source>
        <translation>空闲，受主机限制</translation>
    </message>
    <message>
        <source>idle, between kernels</source>
        <translation>空闲，内核之间</translation>
    </message>
    <message>
        <source>unknown</source>
        <translation>未知</translation>
    </message>
    <message>
        <source>Communicating while not computing</source>
        <translation>通信而未计算</translation>
    </message>
    <message>
        <source>Saving or loading a checkpoint, and none of the parts before</source>
        <translation>保存或加载检查点，且不属于前面各部分</translation>
    </message>
    <message>
        <source>Copying between host and device, and none of the parts before</source>
        <translation>主机与设备间拷贝，且不属于前面各部分</translation>
    </message>
    <message>
        <source>The device is busy with what is none of the parts before</source>
        <translation>设备忙于前面各部分之外的工作</translation>
    </message>
    <message>
        <source>The device idles because the next kernel was launched only after the idling began (HTA: host wait)</source>
        <translation>设备空闲，因为下一个内核在空闲开始之后才被启动（HTA：主机等待）</translation>
    </message>
    <message>
        <source>The device idles for less than 30 µs before a kernel that was launched in time (HTA: kernel wait)</source>
        <translation>在及时启动的内核之前，设备空闲不足 30 µs（HTA：内核等待）</translation>
    </message>
    <message>
        <source>The rest: waiting for another stream, no kernel left, or nothing tells why</source>
        <translation>其余：等待另一条流、没有后续内核，或无从得知原因</translation>
    </message>
    <message>
        <source>The rank shows neither computing nor communication, as an I/O log does: nothing tells what it did</source>
        <translation>该 rank 既未显示计算也未显示通信，如同 I/O 日志：无从得知它做了什么</translation>
    </message>
    <message>
        <source>computing only</source>
        <translation>仅计算</translation>
    </message>
    <message>
        <source>Computing while not communicating: HTA&apos;s compute time (union of the computing slices of the rank&apos;s device streams) without the overlapped part</source>
        <translation>计算且未通信：HTA 的 compute time（该 rank 设备各流上计算切片的并集）去掉重叠部分</translation>
    </message>
    <message>
        <source>Computing and communicating at once: HTA&apos;s compute time is the sum of this and computing only</source>
        <translation>同时计算和通信：HTA 的 compute time 为本项与“仅计算”之和</translation>
    </message>
    <message>
        <source>Loading data while neither computing nor communicating, here of all the time of the bar; the I/O report has it of the steps alone, where steps are known</source>
        <translation>加载数据，同时既不计算也不通信；此处占该条的全部时间，I/O 报告在已知训练步时只计训练步</translation>
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
    <message>
        <source>Search actions and keys</source>
        <translation>查找操作和按键</translation>
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
    <message>
        <source>as the links</source>
        <translation>与链路相同</translation>
    </message>
    <message>
        <source>as between switches</source>
        <translation>与交换机之间相同</translation>
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
        <source>sum %1, mean %2</source>
        <translation>总和 %1，平均 %2</translation>
    </message>
    <message>
        <source>a time, a step, a rank or a marker</source>
        <translation>时刻、步、rank 或标记</translation>
    </message>
    <message>
        <source>%1 has no unit: write %1 ms, or step %1</source>
        <translation>%1 没有单位：请写 %1 ms，或 step %1</translation>
    </message>
    <message>
        <source>that is beyond a hundred days</source>
        <translation>超过一百天</translation>
    </message>
    <message>
        <source>Go to</source>
        <translation>转到</translation>
    </message>
    <message>
        <source>go to 1.234 s, +5 ms, step 12, rank 3, a marker</source>
        <translation>转到 1.234 s、+5 ms、step 12、rank 3、标记</translation>
    </message>
    <message>
        <source>Enter goes there, Esc closes</source>
        <translation>Enter 转到，Esc 关闭</translation>
    </message>
    <message>
        <source>times count from the axis&apos; zero, with a sign from the middle of what is in sight</source>
        <translation>时间从轴的零点算起，带符号时从可见范围的中间算起</translation>
    </message>
    <message>
        <source>steps</source>
        <translation>步</translation>
    </message>
    <message>
        <source>A filter shows %1 of %2 slices.</source>
        <translation>筛选显示 %2 个切片中的 %1 个。</translation>
    </message>
    <message>
        <source>%1 tracks are hidden by hand.</source>
        <translation>手动隐藏了 %1 条轨道。</translation>
    </message>
    <message>
        <source>other names</source>
        <translation>其他名称</translation>
    </message>
    <message>
        <source>no collective</source>
        <translation>非集合通信</translation>
    </message>
    <message>
        <source>looking for steps</source>
        <translation>正在查找步</translation>
    </message>
    <message>
        <source>no steps found: drag over one to set them by hand, or Steps above</source>
        <translation>未找到步：拖过一步以手动设置，或用上方“步”菜单</translation>
    </message>
    <message>
        <source>no steps marked: a simulation counts as one step, whole</source>
        <translation>未标记步：一次仿真整体算作一步</translation>
    </message>
    <message>
        <source>%1 steps: zoom in to see them</source>
        <translation>%1 步：放大后可见</translation>
    </message>
    <message>
        <source>markers: click, or M</source>
        <translation>标记：点击或按 M</translation>
    </message>
    <message>
        <source>markers</source>
        <translation>标记</translation>
    </message>
    <message>
        <source>Unfold</source>
        <translation>展开</translation>
    </message>
    <message>
        <source>Fold</source>
        <translation>折叠</translation>
    </message>
    <message>
        <source>Space</source>
        <translation>空格</translation>
    </message>
    <message>
        <source>Unpin</source>
        <translation>取消固定</translation>
    </message>
    <message>
        <source>Pin to the top</source>
        <translation>固定到顶部</translation>
    </message>
    <message>
        <source>Hide</source>
        <translation>隐藏</translation>
    </message>
    <message>
        <source>Move up</source>
        <translation>上移</translation>
    </message>
    <message>
        <source>Move down</source>
        <translation>下移</translation>
    </message>
    <message>
        <source>Move to the first place</source>
        <translation>移到首位</translation>
    </message>
    <message>
        <source>Show only rank %1</source>
        <translation>只显示 rank %1</translation>
    </message>
    <message>
        <source>Show all ranks</source>
        <translation>显示所有 rank</translation>
    </message>
    <message>
        <source>Fold all ranks</source>
        <translation>折叠所有 rank</translation>
    </message>
    <message>
        <source>Unfold everything</source>
        <translation>全部展开</translation>
    </message>
    <message>
        <source>Show %1 hidden tracks</source>
        <translation>显示 %1 条隐藏的轨道</translation>
    </message>
    <message>
        <source>Set a marker here</source>
        <translation>在此设置标记</translation>
    </message>
    <message>
        <source>Measure what is in sight</source>
        <translation>测量可见范围</translation>
    </message>
    <message>
        <source>Measure no range</source>
        <translation>取消测量范围</translation>
    </message>
    <message>
        <source>Esc</source>
        <translation>Esc</translation>
    </message>
    <message>
        <source>Go to …</source>
        <translation>转到…</translation>
    </message>
    <message>
        <source>Show the whole</source>
        <translation>显示全部</translation>
    </message>
    <message>
        <source>Next step</source>
        <translation>下一步</translation>
    </message>
    <message>
        <source>Previous step</source>
        <translation>上一步</translation>
    </message>
    <message>
        <source>Steps: every …</source>
        <translation>步：每隔…</translation>
    </message>
    <message>
        <source>As found in the trace again</source>
        <translation>恢复为跟踪中找到的步</translation>
    </message>
    <message>
        <source>Select %1</source>
        <translation>选择 %1</translation>
    </message>
    <message>
        <source>Zoom to it</source>
        <translation>放大到它</translation>
    </message>
    <message>
        <source>Measure its time</source>
        <translation>测量其时间</translation>
    </message>
    <message>
        <source>Find all of this name</source>
        <translation>查找所有同名切片</translation>
    </message>
    <message>
        <source>Show only this name</source>
        <translation>只显示此名称</translation>
    </message>
    <message>
        <source>Leave its category out: %1</source>
        <translation>不显示其类别：%1</translation>
    </message>
    <message>
        <source>A step begins at each slice of this name</source>
        <translation>此名称的每个切片开始一步</translation>
    </message>
    <message>
        <source>Copy the name</source>
        <translation>复制名称</translation>
    </message>
    <message>
        <source>Copy all about it as CSV</source>
        <translation>将其全部信息复制为 CSV</translation>
    </message>
    <message>
        <source>Go to it</source>
        <translation>转到该处</translation>
    </message>
    <message>
        <source>Name it …</source>
        <translation>命名…</translation>
    </message>
    <message>
        <source>Remove it</source>
        <translation>删除</translation>
    </message>
    <message>
        <source>Measure from the marker before</source>
        <translation>测量自上一标记起</translation>
    </message>
    <message>
        <source>Remove all markers</source>
        <translation>删除所有标记</translation>
    </message>
    <message>
        <source>One step is %1: as many as fit into the run</source>
        <translation>一步为 %1：铺满整个运行</translation>
    </message>
    <message>
        <source>Only this is a step</source>
        <translation>只有这一步</translation>
    </message>
    <message>
        <source>One more step</source>
        <translation>再加一步</translation>
    </message>
    <message>
        <source>Measure this range</source>
        <translation>测量此范围</translation>
    </message>
    <message>
        <source>%1 arrows leave what is in sight: zoom in to see them</source>
        <translation>可见范围内有 %1 个箭头：放大后可见</translation>
    </message>
    <message>
        <source>there are more arrows than the %1 shown</source>
        <translation>除显示的 %1 个之外还有更多箭头</translation>
    </message>
    <message>
        <source>a step of %1</source>
        <translation>一步 %1</translation>
    </message>
    <message>
        <source>What if this collective were faster …</source>
        <translation>假如此集合通信更快 …</translation>
    </message>
    <message>
        <source>number in a what-if</source>
        <translation>假设分析中的编号</translation>
    </message>
    <message>
        <source>overview</source>
        <translation>概览</translation>
    </message>
    <message>
        <source>overview: order only</source>
        <translation>概览：只有顺序</translation>
    </message>
    <message>
        <source>%1: places are its order</source>
        <translation>%1：位置只表示先后</translation>
    </message>
    <message>
        <source>a step</source>
        <translation>一步</translation>
    </message>
    <message>
        <source>One step is this part: as many as fit into the run</source>
        <translation>一步为此段：铺满整个运行</translation>
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
    <message>
        <source>without times</source>
        <translation>无时间</translation>
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
    <message>
        <source>Statistics</source>
        <translation>统计</translation>
    </message>
    <message>
        <source>Critical path</source>
        <translation>关键路径</translation>
    </message>
    <message>
        <source>I/O report</source>
        <translation>I/O 报告</translation>
    </message>
    <message>
        <source>Compare</source>
        <translation>比较</translation>
    </message>
    <message>
        <source>Power and energy</source>
        <translation>功率与能量</translation>
    </message>
    <message>
        <source>I/O</source>
        <translation>I/O</translation>
    </message>
    <message>
        <source>Power</source>
        <translation>功率</translation>
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
    <message>
        <source>A bar of what</source>
        <translation>条形代表</translation>
    </message>
    <message>
        <source>What has a bar of its own: a rank, or a training step that the trace marks or repeats</source>
        <translation>每条代表什么：一个 rank，或跟踪文件标出或重复的一个训练步</translation>
    </message>
    <message>
        <source>A bar a rank</source>
        <translation>每个 rank 一条</translation>
    </message>
    <message>
        <source>A bar a step, mean of the ranks</source>
        <translation>每步一条，各 rank 的平均</translation>
    </message>
    <message>
        <source>A bar a step</source>
        <translation>每步一条</translation>
    </message>
    <message>
        <source>A bar a step, rank %1</source>
        <translation>每步一条，rank %1</translation>
    </message>
    <message>
        <source>: no steps here (set them by hand in the timeline)</source>
        <translation>：此处没有步（可在时间线中手工设置）</translation>
    </message>
    <message>
        <source>A bar of a step is the mean of its ranks.</source>
        <translation>每步的条形是其各 rank 的平均。</translation>
    </message>
    <message>
        <source>Runs: only the measured time.</source>
        <translation>运行：仅测量时间。</translation>
    </message>
    <message>
        <source>Measured time only</source>
        <translation>仅测量时间</translation>
    </message>
    <message>
        <source>Count only what lies in the measured range, where one is dragged, else in the time that the timeline shows</source>
        <translation>只统计测量范围内的内容；没有测量范围时统计时间线显示的时间</translation>
    </message>
    <message>
        <source>Copy as CSV</source>
        <translation>复制为 CSV</translation>
    </message>
    <message>
        <source>Every bar and part in seconds, also of the ranks that share a bar here</source>
        <translation>每个条形和部分，以秒为单位，也包括此处合用一个条形的各个 rank</translation>
    </message>
    <message>
        <source>Stopped: what is shown is of before.</source>
        <translation>已停止：所示为之前的结果。</translation>
    </message>
    <message>
        <source>This could not be summed up</source>
        <translation>无法汇总</translation>
    </message>
    <message>
        <source>No run is open and no scenario is answered</source>
        <translation>没有打开的运行，也没有已解答的场景</translation>
    </message>
    <message>
        <source>Open a trace or ask for a scenario: how much of each rank&apos;s time is computing, communication (overlapped or exposed), waiting for data and idle appears here. Try the sample study, a folder of profiler traces, or any preset scenario.</source>
        <translation>打开一个跟踪或给出一个场景：这里会显示每个 rank 的时间中有多少用于计算、通信（重叠或未重叠）、等待数据和空闲。可以试试示例研究、一个分析器跟踪文件夹或任一预设场景。</translation>
    </message>
    <message>
        <source>No run is shown</source>
        <translation>没有显示任何运行</translation>
    </message>
    <message>
        <source>Tick one in Runs.</source>
        <translation>请在“运行”面板中勾选一个。</translation>
    </message>
    <message>
        <source>Stopped before it was summed up</source>
        <translation>汇总完成之前已停止</translation>
    </message>
    <message>
        <source>Choose again what has a bar, or move the time range, to begin again.</source>
        <translation>重新选择以什么为条形，或移动时间范围，即可重新开始。</translation>
    </message>
    <message>
        <source>Being summed up…</source>
        <translation>正在汇总…</translation>
    </message>
    <message>
        <source>No run that is shown has ranks</source>
        <translation>所显示的运行都没有 rank</translation>
    </message>
    <message>
        <source>Links, counters and sums over a whole job are nobody&apos;s time. Look at Topology, Power or I/O, or open traces of the ranks together with this.</source>
        <translation>链路、计数器以及整个作业的总和不属于任何 rank 的时间。请查看“拓扑”“功率”或“I/O”，或把各 rank 的跟踪与之一起打开。</translation>
    </message>
    <message>
        <source>No slice says what it does</source>
        <translation>没有切片说明它在做什么</translation>
    </message>
    <message>
        <source>Nothing here is recognised as computing, communication, loading or copying. Open a profiler trace of the same job, or name the columns of a table when it is opened (weir-cli info --map).</source>
        <translation>这里没有可识别为计算、通信、加载或拷贝的内容。请打开同一作业的分析器跟踪，或在打开表格时指定各列的含义（weir-cli info --map）。</translation>
    </message>
    <message>
        <source>Nothing lies in the time that is looked at</source>
        <translation>所查看的时间内没有内容</translation>
    </message>
    <message>
        <source>Show more of the timeline, take back the measured range, or untick the box above.</source>
        <translation>请在时间线上显示更多时间、取消测量范围，或取消勾选上方的复选框。</translation>
    </message>
    <message>
        <source>No step lies in the time that is looked at</source>
        <translation>所查看的时间内没有训练步</translation>
    </message>
    <message>
        <source>The trace marks or repeats none there. Set steps by hand in the timeline, or choose a bar a rank.</source>
        <translation>跟踪在那里没有标记或重复任何步。请在时间线中手动设置步，或选择“每个 rank 一条”。</translation>
    </message>
    <message>
        <source>Nothing to show</source>
        <translation>没有可显示的内容</translation>
    </message>
    <message>
        <source>No shown rank says what it did here.</source>
        <translation>所显示的 rank 都没有说明这里做了什么。</translation>
    </message>
    <message>
        <source>%1: %2</source>
        <translation>%1：%2</translation>
    </message>
    <message>
        <source>%1: %2 in all</source>
        <translation>%1：共 %2</translation>
    </message>
    <message>
        <source>%1: %2 %3, %4 of %5</source>
        <translation>%1：%2 %3，占 %5 的 %4</translation>
    </message>
    <message>
        <source>Without ranks, so without a bar: %1.</source>
        <translation>没有 rank，因此没有条形：%1。</translation>
    </message>
    <message>
        <source>The filter hides nothing from these sums.</source>
        <translation>过滤器不影响这些总和。</translation>
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
    <message>
        <source>All views</source>
        <translation>所有视图</translation>
    </message>
    <message>
        <source>Every view by name</source>
        <translation>按名称列出的所有视图</translation>
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
        <source>Figures and tables (*.pdf *.svg *.png *.csv)</source>
        <translation>图和表 (*.pdf *.svg *.png *.csv)</translation>
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
    <message>
        <source>, log</source>
        <translation>，对数</translation>
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
    <message>
        <source>Traces name collectives, not messages: who sends to whom follows from the algorithm. “As the trace names it” is a ring where the trace names none; an all-to-all goes pairwise, straight to each.</source>
        <translation>跟踪记录的是集合通信而不是消息：谁向谁发送取决于算法。“按跟踪所述”在跟踪未写明时为环；all-to-all 则两两直接发送。</translation>
    </message>
    <message>
        <source>Training step that is counted</source>
        <translation>计入的训练步</translation>
    </message>
    <message>
        <source>Count only the collectives and messages that begin in this step of their rank. Steps are those of the timeline&apos;s ruler.</source>
        <translation>只计在该 rank 的这一步内开始的集合通信和消息。步与时间线标尺上的一致。</translation>
    </message>
    <message>
        <source>Layer of I/O</source>
        <translation>I/O 层</translation>
    </message>
    <message>
        <source>The lowest layer counts every byte once: POSIX and STDIO. MPI-IO or HDF5 count what the program asked for.</source>
        <translation>最低层对每个字节只计一次：POSIX 与 STDIO。MPI-IO 或 HDF5 计的是程序所请求的量。</translation>
    </message>
    <message>
        <source>Kind of I/O</source>
        <translation>I/O 种类</translation>
    </message>
    <message>
        <source>Files that are counted</source>
        <translation>计入的文件</translation>
    </message>
    <message>
        <source>Step</source>
        <translation>步</translation>
    </message>
    <message>
        <source>Layer</source>
        <translation>层</translation>
    </message>
    <message>
        <source>as the trace names it</source>
        <translation>按跟踪所述</translation>
    </message>
    <message>
        <source>ring</source>
        <translation>环</translation>
    </message>
    <message>
        <source>recursive halving-doubling</source>
        <translation>递归减半倍增</translation>
    </message>
    <message>
        <source>recursive doubling</source>
        <translation>递归倍增</translation>
    </message>
    <message>
        <source>pairwise, straight to each</source>
        <translation>两两直接发送</translation>
    </message>
    <message>
        <source>Bruck</source>
        <translation>Bruck</translation>
    </message>
    <message>
        <source>hierarchical (needs nodes)</source>
        <translation>分层（需要节点信息）</translation>
    </message>
    <message>
        <source>reads and writes</source>
        <translation>读和写</translation>
    </message>
    <message>
        <source>reads</source>
        <translation>读</translation>
    </message>
    <message>
        <source>writes</source>
        <translation>写</translation>
    </message>
    <message>
        <source>metadata</source>
        <translation>元数据</translation>
    </message>
    <message>
        <source>as recorded</source>
        <translation>按记录</translation>
    </message>
    <message>
        <source>Ranks of a node</source>
        <translation>节点的 rank 数</translation>
    </message>
    <message>
        <source>Ranks of a node stand together, with lines between nodes and sums within and between them. Traces that name no hosts need this number: ranks 0 to n-1 are the first node.</source>
        <translation>同一节点的 rank 排在一起，节点之间画线，并给出节点内与节点间之和。未写明主机名的跟踪需要这个数：rank 0 到 n-1 为第一个节点。</translation>
    </message>
    <message>
        <source>Ranks a node</source>
        <translation>每节点 rank 数</translation>
    </message>
    <message>
        <source>Bins of time</source>
        <translation>时间格数</translation>
    </message>
    <message>
        <source>Columns of the picture. “As recorded”: the bins of the log&apos;s own heat map, or 200.</source>
        <translation>图的列数。“按记录”：日志自带热图的格数，否则为 200。</translation>
    </message>
    <message>
        <source>Bins</source>
        <translation>时间格数</translation>
    </message>
    <message>
        <source>Count only what lies in the measured range, where one is dragged, else in the time that the timeline shows</source>
        <translation>只计测量范围（若已拖出）内的内容，否则只计时间线所示时间内的</translation>
    </message>
    <message>
        <source>Rank × time: bytes read and written</source>
        <translation>rank × 时间：读写字节</translation>
    </message>
    <message>
        <source>Rank × time: I/O operations</source>
        <translation>rank × 时间：I/O 操作数</translation>
    </message>
    <message>
        <source>Rank × time: time in I/O</source>
        <translation>rank × 时间：I/O 用时</translation>
    </message>
    <message>
        <source>unknown</source>
        <translation>未知</translation>
    </message>
    <message>
        <source>all steps</source>
        <translation>全部步</translation>
    </message>
    <message>
        <source>step %1</source>
        <translation>第 %1 步</translation>
    </message>
    <message>
        <source>lowest</source>
        <translation>最低层</translation>
    </message>
    <message>
        <source>all files</source>
        <translation>全部文件</translation>
    </message>
    <message>
        <source>Measured time only</source>
        <translation>仅测量范围</translation>
    </message>
    <message>
        <source>All collectives</source>
        <translation>全部集合通信</translation>
    </message>
    <message>
        <source>Some collectives</source>
        <translation>部分集合通信</translation>
    </message>
    <message>
        <source>Count everything</source>
        <translation>全部计入</translation>
    </message>
    <message>
        <source>Operations</source>
        <translation>操作</translation>
    </message>
    <message>
        <source>not named</source>
        <translation>未命名</translation>
    </message>
    <message>
        <source>read</source>
        <translation>读取</translation>
    </message>
    <message>
        <source>written</source>
        <translation>写入</translation>
    </message>
    <message>
        <source>read and written</source>
        <translation>读写</translation>
    </message>
    <message>
        <source>bytes %1</source>
        <translation>%1的字节</translation>
    </message>
    <message>
        <source>read operations</source>
        <translation>读操作</translation>
    </message>
    <message>
        <source>write operations</source>
        <translation>写操作</translation>
    </message>
    <message>
        <source>metadata operations</source>
        <translation>元数据操作</translation>
    </message>
    <message>
        <source>I/O operations</source>
        <translation>I/O 操作数</translation>
    </message>
    <message>
        <source>time in I/O</source>
        <translation>I/O 用时</translation>
    </message>
    <message>
        <source>time in I/O, %1</source>
        <translation>I/O 用时，%1</translation>
    </message>
    <message>
        <source>lowest layer</source>
        <translation>最低层</translation>
    </message>
    <message>
        <source>, under %1</source>
        <translation>，位于 %1 下</translation>
    </message>
    <message>
        <source>I/O, rank × time (%1): %2</source>
        <translation>I/O，rank × 时间（%1）：%2</translation>
    </message>
    <message>
        <source>of the rank</source>
        <translation>该 rank</translation>
    </message>
    <message>
        <source>of all ranks, %1 in all</source>
        <translation>所有 rank，共 %1</translation>
    </message>
    <message>
        <source>%1 ranks to a row. </source>
        <translation>每行 %1 个 rank。</translation>
    </message>
    <message>
        <source>Rank</source>
        <translation>rank</translation>
    </message>
    <message>
        <source>Rate</source>
        <translation>速率</translation>
    </message>
    <message>
        <source>/s</source>
        <translation>/s</translation>
    </message>
    <message>
        <source>Of this rank in the range</source>
        <translation>此 rank 在此范围</translation>
    </message>
    <message>
        <source>Of all ranks at this time</source>
        <translation>所有 rank 在此时</translation>
    </message>
    <message>
        <source>Of all ranks in the range</source>
        <translation>所有 rank 在此范围</translation>
    </message>
    <message>
        <source>Stopped before it was added up</source>
        <translation>在算完之前已停止</translation>
    </message>
    <message>
        <source>Change what is shown, or the range of time, to begin again.</source>
        <translation>更改显示内容或时间范围即可重新开始。</translation>
    </message>
    <message>
        <source>This could not be added up</source>
        <translation>无法汇总</translation>
    </message>
    <message>
        <source>Open a trace of several ranks, or simulate a scenario: who sends how much to whom appears here, how busy every link is, and which rank reads and writes when. Try the sample study, a folder of profiler traces, a Darshan log, or “Simulate packets”.</source>
        <translation>打开多个 rank 的跟踪，或模拟一个场景：这里显示谁向谁发送多少、每条链路有多忙、哪个 rank 在何时读写。可试用示例研究、一个性能分析跟踪目录、一个 Darshan 日志，或“逐包模拟”。</translation>
    </message>
    <message>
        <source>No I/O in this time range</source>
        <translation>此时间范围内没有 I/O</translation>
    </message>
    <message>
        <source>File</source>
        <translation>文件</translation>
    </message>
    <message>
        <source>%1: %2 in %3 operations</source>
        <translation>%1：%2，%3 次操作</translation>
    </message>
    <message>
        <source>Copy as CSV</source>
        <translation>复制为 CSV</translation>
    </message>
    <message>
        <source>Only the measured time. </source>
        <translation>仅测量范围。</translation>
    </message>
    <message>
        <source>highest of all</source>
        <translation>最高值</translation>
    </message>
    <message>
        <source>all together</source>
        <translation>合计</translation>
    </message>
    <message>
        <source>mean</source>
        <translation>平均</translation>
    </message>
    <message>
        <source>communicators not named</source>
        <translation>未命名的通信组</translation>
    </message>
    <message>
        <source>%1 more</source>
        <translation>另有 %1 个</translation>
    </message>
    <message>
        <source> (%1)</source>
        <translation>（%1）</translation>
    </message>
    <message>
        <source>%1 nodes (%2): %3 within nodes, %4 between%5. </source>
        <translation>%1 个节点（%2）：节点内 %3，节点间 %4%5。</translation>
    </message>
    <message>
        <source>%1 ranks each</source>
        <translation>每个 %1 个 rank</translation>
    </message>
    <message>
        <source>hosts as the files name them</source>
        <translation>主机名取自文件</translation>
    </message>
    <message>
        <source>made of</source>
        <translation>构成</translation>
    </message>
    <message>
        <source>more</source>
        <translation>更多</translation>
    </message>
    <message>
        <source>%1 x%2: %3</source>
        <translation>%1 ×%2：%3</translation>
    </message>
    <message>
        <source>Made of</source>
        <translation>由其构成</translation>
    </message>
    <message numerus="yes">
        <source>%1: %2 in %n message(s)</source>
        <translation><numerusform>%1：%2，共 %n 条消息</numerusform></translation>
    </message>
    <message numerus="yes">
        <source>%1: %2 in %n collective(s)</source>
        <translation><numerusform>%1：%2，共 %n 次集合通信</numerusform></translation>
    </message>
    <message>
        <source>and %1 kinds more</source>
        <translation>另有 %1 种</translation>
    </message>
    <message>
        <source>Nodes</source>
        <translation>节点</translation>
    </message>
    <message>
        <source>both on %1</source>
        <translation>都在 %1 上</translation>
    </message>
    <message>
        <source>Within %1</source>
        <translation>%1 内部</translation>
    </message>
    <message>
        <source>From %1 to other nodes</source>
        <translation>从 %1 到其他节点</translation>
    </message>
    <message>
        <source>the run&apos;s messages, and collectives, expanded</source>
        <translation>运行中的消息，以及展开的集合通信</translation>
    </message>
    <message>
        <source>%1: %2 %3, %4 to %5</source>
        <translation>%1：%2 %3，%4 至 %5</translation>
    </message>
    <message>
        <source>Traffic, rank × rank, time instead of bytes: %1</source>
        <translation>流量，rank × rank，以时间代替字节：%1</translation>
    </message>
    <message>
        <source>%1 (folder)</source>
        <translation>%1（文件夹）</translation>
    </message>
    <message>
        <source>%1 (mount point)</source>
        <translation>%1（挂载点）</translation>
    </message>
    <message>
        <source>%1 at %2</source>
        <translation>%1，于 %2</translation>
    </message>
    <message>
        <source>%1 · %2 · operations: %3</source>
        <translation>%1 · %2 · 操作：%3</translation>
    </message>
    <message>
        <source>%1 · collectives: %2 · %3</source>
        <translation>%1 · 集合通信：%2 · %3</translation>
    </message>
    <message>
        <source>All files</source>
        <translation>全部文件</translation>
    </message>
    <message>
        <source>Communicators (%1 of %2)…</source>
        <translation>通信域（%1 / %2）…</translation>
    </message>
    <message>
        <source>Communicators (all %1)…</source>
        <translation>通信域（全部 %1 个）…</translation>
    </message>
    <message>
        <source>Count only one file, or the files under a mount point (storage tier) or folder</source>
        <translation>只计入一个文件，或某挂载点（存储层）或文件夹下的文件</translation>
    </message>
    <message>
        <source>Its files tell of reads and writes alone. When which rank did them stands in the map of rank × time.</source>
        <translation>其文件只记录读写。哪个 rank 何时读写，见 rank × 时间图。</translation>
    </message>
    <message>
        <source>One collective</source>
        <translation>一次集合通信</translation>
    </message>
    <message>
        <source>One collective of %1…</source>
        <translation>从 %1 次集合通信中选一次…</translation>
    </message>
    <message>
        <source>Open I/O</source>
        <translation>打开 I/O</translation>
    </message>
    <message>
        <source>Search collectives, as “all-reduce” or “12.3 ms”</source>
        <translation>搜索集合通信，如“all-reduce”或“12.3 ms”</translation>
    </message>
    <message>
        <source>Search communicators, as “ranks 0-7”</source>
        <translation>搜索通信域，如“rank 0-7”</translation>
    </message>
    <message>
        <source>Search files and folders</source>
        <translation>搜索文件和文件夹</translation>
    </message>
    <message>
        <source>Show rank × time</source>
        <translation>显示 rank × 时间</translation>
    </message>
    <message>
        <source>The log holds sums a file and rank, without a time for single reads and writes, so a map of rank × time cannot be drawn either. Darshan records single operations with DXT_ENABLE_IO_TRACE=1, and bins of time from version 3.4 on. What the sums tell stands in the view I/O.</source>
        <translation>该日志只有每个文件和 rank 的总和，没有单次读写的时间，因此也画不出 rank × 时间图。设置 DXT_ENABLE_IO_TRACE=1 时 Darshan 会记录单次操作，自 3.4 版起还记录时间区间。总和所能说明的见 I/O 视图。</translation>
    </message>
    <message>
        <source>This run records I/O, and no communication between ranks</source>
        <translation>此运行只记录了 I/O，没有 rank 之间的通信</translation>
    </message>
    <message>
        <source>Which operations, which communicators (process groups) and which collective are counted</source>
        <translation>计入哪些操作、哪些通信域（进程组）和哪一次集合通信</translation>
    </message>
    <message>
        <source>all</source>
        <translation>全部</translation>
    </message>
    <message>
        <source>all collectives</source>
        <translation>全部集合通信</translation>
    </message>
    <message>
        <source>no communicator</source>
        <translation>无通信域</translation>
    </message>
    <message>
        <source>none</source>
        <translation>无</translation>
    </message>
    <message>
        <source>rank %1</source>
        <translation>rank %1</translation>
    </message>
    <message>
        <source>rank %1 and %2 more</source>
        <translation>rank %1 及另外 %2 个</translation>
    </message>
    <message>
        <source>ranks %1</source>
        <translation>rank %1</translation>
    </message>
    <message>
        <source>ranks %1 and %2 more</source>
        <translation>rank %1 及另外 %2 个</translation>
    </message>
    <message>
        <source>size unknown</source>
        <translation>大小未知</translation>
    </message>
    <message>
        <source>sum</source>
        <translation>合计</translation>
    </message>
    <message>
        <source>unknown group</source>
        <translation>未知的组</translation>
    </message>
    <message>
        <source>Rank × rank: bytes (unknown, so time)</source>
        <translation>Rank × rank：字节（未知，改示时间）</translation>
    </message>
    <message>
        <source>Rank × rank: messages (unknown, so time)</source>
        <translation>Rank × rank：消息（未知，改示时间）</translation>
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
        <source>%1, %2</source>
        <translation>%1，%2</translation>
    </message>
    <message>
        <source>Nothing selected</source>
        <translation>未选择</translation>
    </message>
    <message>
        <source>Click a slice, a cell or a point to see what it is. With nothing selected, the answer to the scenario stands here.</source>
        <translation>单击切片、单元格或点以查看其内容。未选择时，此处显示场景的答案。</translation>
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
    <message>
        <source>Copy as CSV</source>
        <translation>复制为 CSV</translation>
    </message>
    <message>
        <source>What is shown</source>
        <translation>所示内容</translation>
    </message>
    <message>
        <source>Where it comes from</source>
        <translation>来源</translation>
    </message>
    <message>
        <source>%1 measured runs</source>
        <translation>%1 个实测运行</translation>
    </message>
    <message>
        <source>%1. Click a slice, a cell or a point to see what it is.</source>
        <translation>%1。单击切片、单元格或点以查看其内容。</translation>
    </message>
    <message>
        <source>Nothing valid was asked yet.</source>
        <translation>尚未提出有效的问题。</translation>
    </message>
    <message>
        <source>without a name</source>
        <translation>未命名</translation>
    </message>
    <message>
        <source>What if it were faster …</source>
        <translation>假如它更快 …</translation>
    </message>
    <message>
        <source>Critical path plays the run again with this collective faster</source>
        <translation>“关键路径”以更快的此集合通信重放该运行</translation>
    </message>
    <message>
        <source>no answer</source>
        <translation>没有答案</translation>
    </message>
    <message>
        <source>not this trace</source>
        <translation>不是此跟踪</translation>
    </message>
    <message>
        <source>name</source>
        <translation>名称</translation>
    </message>
    <message>
        <source>%1 opened runs</source>
        <translation>%1 个已打开的运行</translation>
    </message>
    <message>
        <source>Scenario (example)</source>
        <translation>场景（示例）</translation>
    </message>
    <message>
        <source>Scenario (example): %1</source>
        <translation>场景（示例）：%1</translation>
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
        <translation>查找切片</translation>
    </message>
    <message>
        <source>Find slices by name</source>
        <translation>按名称查找切片</translation>
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
    <message>
        <source>The table was written</source>
        <translation>表已写出</translation>
    </message>
    <message>
        <source>%1 files were opened as ranks of one job</source>
        <translation>%1 个文件作为同一作业的各 rank 打开</translation>
    </message>
    <message>
        <source>they do not say which ranks they are, or say the same one; as runs of their own they can be compared</source>
        <translation>文件没有说明自己的 rank，或说的是同一个；作为独立运行打开即可比较</translation>
    </message>
    <message>
        <source>Open as separate runs</source>
        <translation>作为独立运行打开</translation>
    </message>
    <message>
        <source>Open each file as a run of its own</source>
        <translation>将每个文件作为独立运行打开</translation>
    </message>
    <message>
        <source>Folders with traces that were not entered: %1</source>
        <translation>未进入的含跟踪的文件夹：%1</translation>
    </message>
    <message>
        <source>Known, but not read as they lie there: %1</source>
        <translation>已识别，但不能就地读取：%1</translation>
    </message>
    <message>
        <source>Tables beside traces: %1</source>
        <translation>跟踪旁边的表格：%1</translation>
    </message>
    <message>
        <source>No trace that is known here: %1</source>
        <translation>不是本程序所知的跟踪：%1</translation>
    </message>
    <message>
        <source>Folders not entered, no trace seen in them: %1</source>
        <translation>未进入的文件夹，其中未见跟踪：%1</translation>
    </message>
    <message>
        <source>Not all of the folder was read</source>
        <translation>文件夹并未全部读取</translation>
    </message>
    <message>
        <source>open what is missed by its own name</source>
        <translation>缺少的内容请单独打开</translation>
    </message>
    <message>
        <source>Scenario (example)</source>
        <translation>场景（示例）</translation>
    </message>
    <message>
        <source>A file breaks off or is damaged; what could be read of it is shown</source>
        <translation>文件中断或损坏；显示其中能读取的内容</translation>
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
    <message>
        <source>Scenario (example)</source>
        <translation>场景（示例）</translation>
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
    <message>
        <source>Stop it and change now</source>
        <translation>停止它并立即切换</translation>
    </message>
    <message>
        <source>The language changes as soon as no job is at work</source>
        <translation>没有任务在运行时即切换语言</translation>
    </message>
    <message>
        <source>Close without saving?</source>
        <translation>不保存就关闭？</translation>
    </message>
    <message>
        <source>This work is not saved, and it could not be kept for the next start either.</source>
        <translation>这些内容尚未保存，也无法为下次启动保留。</translation>
    </message>
    <message>
        <source>Close without saving</source>
        <translation>不保存并关闭</translation>
    </message>
    <message>
        <source>Go back</source>
        <translation>返回</translation>
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
        <source>; closed forms %1 (simulated %2%3 against them)</source>
        <translation>；闭式 %1（仿真与其相差 %2%3）</translation>
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
    <message>
        <source>Predicted</source>
        <translation>预测</translation>
    </message>
    <message>
        <source>%1, predicted</source>
        <translation>%1，预测</translation>
    </message>
    <message>
        <source>Scenario (example)</source>
        <translation>场景（示例）</translation>
    </message>
    <message numerus="yes">
        <source>%n rank(s)</source>
        <translation>
            <numerusform>%n 个 rank</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n more run(s)</source>
        <translation>
            <numerusform>另有 %n 个运行</numerusform>
        </translation>
    </message>
    <message>
        <source>1 slice</source>
        <translation>1 个切片</translation>
    </message>
    <message>
        <source>%1 slices</source>
        <translation>%1 个切片</translation>
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
        <source>busy (s)</source>
        <translation>忙（s）</translation>
    </message>
    <message>
        <source>unknown</source>
        <translation>未知</translation>
    </message>
    <message>
        <source>%1 is outside the runs: they reach from %2 to %3</source>
        <translation>%1 在运行之外：运行从 %2 到 %3</translation>
    </message>
    <message>
        <source>there is no step %1: they are numbered %2 to %3</source>
        <translation>没有第 %1 步：编号为 %2 到 %3</translation>
    </message>
    <message>
        <source>no steps are known: set them by hand in the Steps menu</source>
        <translation>没有已知的步：请在“步”菜单中手动设置</translation>
    </message>
    <message>
        <source>rank %1 is hidden: show it in the Tracks menu</source>
        <translation>rank %1 已隐藏：请在“轨道”菜单中显示</translation>
    </message>
    <message>
        <source>there is no rank %1 in sight</source>
        <translation>没有显示 rank %1</translation>
    </message>
    <message>
        <source>no marker is called “%1”; write a time (1.234 s, +5 ms), a step (step 12) or a rank (rank 3)</source>
        <translation>没有名为“%1”的标记；请输入时间（1.234 s、+5 ms）、步（step 12）或 rank（rank 3）</translation>
    </message>
    <message>
        <source>step %1 · %2</source>
        <translation>第 %1 步 · %2</translation>
    </message>
    <message>
        <source>marker</source>
        <translation>标记</translation>
    </message>
    <message>
        <source>drag moves it, a double click names it, the right button removes it</source>
        <translation>拖动可移动，双击可命名，右键可删除</translation>
    </message>
    <message>
        <source>a click sets a marker</source>
        <translation>点击设置标记</translation>
    </message>
    <message>
        <source>a click shows it again</source>
        <translation>点击重新显示</translation>
    </message>
    <message>
        <source>a click leaves it out</source>
        <translation>点击隐藏</translation>
    </message>
    <message>
        <source>no steps found: nothing in the trace marks or repeats them</source>
        <translation>未找到步：跟踪中没有标记也没有重复</translation>
    </message>
    <message>
        <source>%1 steps set by hand</source>
        <translation>手动设置了 %1 步</translation>
    </message>
    <message>
        <source>%1 steps of rank %2, as “%3” marks them</source>
        <translation>rank %2 的 %1 步，由“%3”标记</translation>
    </message>
    <message>
        <source>%1 steps of rank %2, by the repetition of “%3”</source>
        <translation>rank %2 的 %1 步，由“%3”的重复得出</translation>
    </message>
    <message>
        <source>a click measures a step, a double click zooms to it, Q and E go from one to the next; dragging sets steps by hand</source>
        <translation>点击测量一步，双击放大到该步，Q 和 E 在步间移动；拖动可手动设置步</translation>
    </message>
    <message>
        <source>Zoom in or out around the middle</source>
        <translation>以中间为中心缩放</translation>
    </message>
    <message>
        <source>Move left or right</source>
        <translation>左右移动</translation>
    </message>
    <message>
        <source>Go to the beginning or the end</source>
        <translation>转到开头或结尾</translation>
    </message>
    <message>
        <source>Zoom to the selected slice, or show the whole</source>
        <translation>放大到所选切片，或显示全部</translation>
    </message>
    <message>
        <source>Show the whole</source>
        <translation>显示全部</translation>
    </message>
    <message>
        <source>Go to a time, a step, a rank or a marker</source>
        <translation>转到时刻、步、rank 或标记</translation>
    </message>
    <message>
        <source>Previous or next step</source>
        <translation>上一步或下一步</translation>
    </message>
    <message>
        <source>Previous or next slice of the row</source>
        <translation>同行的上一个或下一个切片</translation>
    </message>
    <message>
        <source>To what led to the selected slice, or to what it led</source>
        <translation>转到所选切片的前因或后果</translation>
    </message>
    <message>
        <source>Next or previous match of the search</source>
        <translation>下一个或上一个搜索结果</translation>
    </message>
    <message>
        <source>Filter by name</source>
        <translation>按名称筛选</translation>
    </message>
    <message>
        <source>Measure the selected slice, or what is in sight</source>
        <translation>测量所选切片，或可见范围</translation>
    </message>
    <message>
        <source>Measure by hand</source>
        <translation>手动测量</translation>
    </message>
    <message>
        <source>Shift + drag, right button + drag</source>
        <translation>Shift + 拖动，右键 + 拖动</translation>
    </message>
    <message>
        <source>Set a marker, remove the nearest</source>
        <translation>设置标记，删除最近的标记</translation>
    </message>
    <message>
        <source>Previous or next marker</source>
        <translation>上一个或下一个标记</translation>
    </message>
    <message>
        <source>Choose the track above or below</source>
        <translation>选择上方或下方的轨道</translation>
    </message>
    <message>
        <source>Fold or unfold the chosen track</source>
        <translation>折叠或展开所选轨道</translation>
    </message>
    <message>
        <source>Pin the chosen track to the top, or let it go</source>
        <translation>将所选轨道固定到顶部，或取消固定</translation>
    </message>
    <message>
        <source>Hide the chosen track, show all again</source>
        <translation>隐藏所选轨道，全部重新显示</translation>
    </message>
    <message>
        <source>Move the chosen track up or down</source>
        <translation>上移或下移所选轨道</translation>
    </message>
    <message>
        <source>Fold all ranks, unfold everything</source>
        <translation>折叠所有 rank，全部展开</translation>
    </message>
    <message>
        <source>Colour by category, name, collective, rank</source>
        <translation>按类别、名称、集合通信、rank 着色</translation>
    </message>
    <message>
        <source>Menu of what is chosen</source>
        <translation>所选对象的菜单</translation>
    </message>
    <message>
        <source>Close the measure, then the selection</source>
        <translation>关闭测量，再取消选择</translation>
    </message>
    <message>
        <source>Zoom around the pointer</source>
        <translation>以指针为中心缩放</translation>
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
        <source>Steps by hand</source>
        <translation>手动设置步</translation>
    </message>
    <message>
        <source>25 ms</source>
        <translation>25 ms</translation>
    </message>
    <message>
        <source>A step every</source>
        <translation>每步时长</translation>
    </message>
    <message>
        <source>One begins at</source>
        <translation>其中一步始于</translation>
    </message>
    <message>
        <source>or drag over one step on the ruler above the tracks; or let each slice of a name begin one, in the menu of a slice</source>
        <translation>也可在轨道上方的标尺上拖过一步；或在切片菜单中让某名称的每个切片开始一步</translation>
    </message>
    <message>
        <source>a step takes more than no time</source>
        <translation>步的时长必须大于零</translation>
    </message>
    <message>
        <source>that would be more than a million steps</source>
        <translation>那将超过一百万步</translation>
    </message>
    <message>
        <source>name of the marker</source>
        <translation>标记名称</translation>
    </message>
    <message>
        <source>Name of the marker</source>
        <translation>标记名称</translation>
    </message>
    <message>
        <source>step %1 of rank %2 · %3</source>
        <translation>rank %2 的第 %1 步 · %3</translation>
    </message>
    <message>
        <source>No run is shown: tick one in Runs.</source>
        <translation>没有显示任何运行：请在“运行”中勾选一个。</translation>
    </message>
    <message>
        <source>depth</source>
        <translation>深度</translation>
    </message>
    <message>
        <source>slice</source>
        <translation>切片</translation>
    </message>
    <message>
        <source>category</source>
        <translation>类别</translation>
    </message>
    <message>
        <source>activity</source>
        <translation>活动</translation>
    </message>
    <message>
        <source>start (s)</source>
        <translation>开始（s）</translation>
    </message>
    <message>
        <source>duration (s)</source>
        <translation>时长（s）</translation>
    </message>
    <message>
        <source>slices in sight</source>
        <translation>可见切片数</translation>
    </message>
    <message>
        <source>busy share of the time in sight</source>
        <translation>占可见时间的忙碌比例</translation>
    </message>
    <message>
        <source>no times in this trace: order only</source>
        <translation>此跟踪没有时间：只有先后顺序</translation>
    </message>
    <message>
        <source>no times in these traces: order only</source>
        <translation>这些跟踪没有时间：只有先后顺序</translation>
    </message>
    <message>
        <source>step %1</source>
        <translation>第 %1 步</translation>
    </message>
    <message>
        <source>step %1 of rank %2</source>
        <translation>rank %2 的第 %1 步</translation>
    </message>
    <message>
        <source>nothing here has a time: write a step (step 12), a rank (rank 3) or the name of a marker</source>
        <translation>这里没有时间：请写步（step 12）、rank（rank 3）或标记的名称</translation>
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
        <translation>%1 个切片</translation>
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
        <translation>切片</translation>
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
    <message>
        <source>no times</source>
        <translation>无时间</translation>
    </message>
    <message>
        <source>nothing to align</source>
        <translation>无需对齐</translation>
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
    <message>
        <source>%1
Click to see it in the timeline</source>
        <translation>%1
单击可在时间线中查看</translation>
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
        <translation>指定各列的含义。有开始和时长（或结束）时，每一行是一个切片；只有开始时，其数值为计数器。保留为“无”的内容由表头推断，否则视为未知。</translation>
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
<context>
    <name>Activity</name>
    <message>
        <source>computing</source>
        <translation>计算</translation>
    </message>
    <message>
        <source>communication</source>
        <translation>通信</translation>
    </message>
    <message>
        <source>copy</source>
        <translation>拷贝</translation>
    </message>
    <message>
        <source>data loading</source>
        <translation>数据加载</translation>
    </message>
    <message>
        <source>checkpoint</source>
        <translation>检查点</translation>
    </message>
    <message>
        <source>host</source>
        <translation>主机</translation>
    </message>
    <message>
        <source>waiting</source>
        <translation>等待</translation>
    </message>
    <message>
        <source>annotation</source>
        <translation>标注</translation>
    </message>
    <message>
        <source>other</source>
        <translation>其他</translation>
    </message>
</context>
<context>
    <name>ComparePicture</name>
    <message>
        <source>rank %1</source>
        <translation>rank %1</translation>
    </message>
    <message>
        <source>B later</source>
        <translation>B 较晚</translation>
    </message>
    <message>
        <source>time since the step began (%1)</source>
        <translation>自该步开始的时间（%1）</translation>
    </message>
    <message>
        <source>%1: %2, %3</source>
        <translation>%1：%2，%3</translation>
    </message>
    <message>
        <source>how much later each collective begins in B</source>
        <translation>每个集合通信在 B 中晚开始多少</translation>
    </message>
    <message>
        <source>%1: begins at %2 in A, %3 in B (%4); takes %5 and %6 (%7)</source>
        <translation>%1：在 A 中于 %2 开始，在 B 中于 %3（%4）；耗时 %5 与 %6（%7）</translation>
    </message>
    <message>
        <source>%1, %2, at %3: %4</source>
        <translation>%1，%2，%3 处：%4</translation>
    </message>
    <message>
        <source>nothing</source>
        <translation>无</translation>
    </message>
    <message>
        <source>time since the begin (%1)</source>
        <translation>自开始的时间（%1）</translation>
    </message>
    <message>
        <source>ranks %1–%2</source>
        <translation>rank %1–%2</translation>
    </message>
    <message>
        <source>of unknown length</source>
        <translation>长度未知</translation>
    </message>
    <message numerus="yes">
        <source> (and %n rank(s) more)</source>
        <translation>
            <numerusform>（另有 %n 个 rank）</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n more row(s)</source>
        <translation>
            <numerusform>另有 %n 行</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>the table, of %n row(s), does not fit here</source>
        <translation>
            <numerusform>表格共 %n 行，此处放不下</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>CompareWords</name>
    <message>
        <source>unknown</source>
        <translation>未知</translation>
    </message>
    <message>
        <source>step time</source>
        <translation>步时间</translation>
    </message>
    <message>
        <source>time in all</source>
        <translation>总时间</translation>
    </message>
    <message>
        <source>computing</source>
        <translation>计算</translation>
    </message>
    <message>
        <source>communication, exposed</source>
        <translation>通信（未重叠）</translation>
    </message>
    <message>
        <source>communication, overlapped</source>
        <translation>通信（重叠）</translation>
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
        <translation>主机与设备间复制</translation>
    </message>
    <message>
        <source>idle or other</source>
        <translation>空闲或其他</translation>
    </message>
    <message>
        <source>energy</source>
        <translation>能量</translation>
    </message>
    <message>
        <source>power</source>
        <translation>功率</translation>
    </message>
    <message>
        <source>communication</source>
        <translation>通信</translation>
    </message>
    <message>
        <source>Overall</source>
        <translation>总体</translation>
    </message>
    <message>
        <source>Ranks</source>
        <translation>Rank</translation>
    </message>
    <message>
        <source>Activities</source>
        <translation>活动</translation>
    </message>
    <message>
        <source>Kernels</source>
        <translation>内核</translation>
    </message>
    <message>
        <source>Operators</source>
        <translation>算子</translation>
    </message>
    <message>
        <source>Collectives</source>
        <translation>集合通信</translation>
    </message>
    <message>
        <source>Collective by collective</source>
        <translation>逐个集合通信</translation>
    </message>
    <message>
        <source>Added and removed</source>
        <translation>新增与删除</translation>
    </message>
    <message>
        <source>I/O</source>
        <translation>I/O</translation>
    </message>
    <message>
        <source>Files</source>
        <translation>文件</translation>
    </message>
    <message>
        <source>Rank to rank</source>
        <translation>Rank 到 rank</translation>
    </message>
    <message>
        <source>The step and its parts, as the Breakdown view defines them: the mean over the ranks, of each step</source>
        <translation>一步及其组成部分，按“时间分解”视图的定义：每一步在各 rank 上的均值</translation>
    </message>
    <message>
        <source>The same for each rank that both runs have</source>
        <translation>对两次运行共有的每个 rank 的相同统计</translation>
    </message>
    <message>
        <source>Durations added up by what was done: overlapping work counts twice</source>
        <translation>按工作类别累加的时长：重叠的工作计两次</translation>
    </message>
    <message>
        <source>What ran on the device, by name; on the host where there is no device</source>
        <translation>按名称统计设备上运行的内容；没有设备时为主机</translation>
    </message>
    <message>
        <source>Calls on the host, with what they call</source>
        <translation>主机上的调用，含其所调用的内容</translation>
    </message>
    <message>
        <source>Collectives by operation and size of the communicator; a collective&apos;s time is the mean over its ranks</source>
        <translation>按操作与通信器大小统计的集合通信；时间为其各 rank 的均值</translation>
    </message>
    <message>
        <source>Each collective of one run and the same of the other, found by communicator, operation and order; the error of a simulation</source>
        <translation>一次运行的每个集合通信与另一次运行中的同一个，按通信器、操作与次序对应；即模拟的误差</translation>
    </message>
    <message>
        <source>Collectives that only one of the runs has</source>
        <translation>仅一次运行具有的集合通信</translation>
    </message>
    <message>
        <source>Bytes that one rank sends to another</source>
        <translation>一个 rank 发送给另一个 rank 的字节</translation>
    </message>
    <message>
        <source>added</source>
        <translation>新增</translation>
    </message>
    <message>
        <source>removed</source>
        <translation>删除</translation>
    </message>
    <message>
        <source>slower</source>
        <translation>变慢</translation>
    </message>
    <message>
        <source>more</source>
        <translation>更多</translation>
    </message>
    <message>
        <source>faster</source>
        <translation>变快</translation>
    </message>
    <message>
        <source>less</source>
        <translation>更少</translation>
    </message>
    <message>
        <source>unchanged</source>
        <translation>不变</translation>
    </message>
    <message>
        <source>cannot be told</source>
        <translation>无法判断</translation>
    </message>
    <message>
        <source>no more than the noise</source>
        <translation>未超过噪声</translation>
    </message>
    <message>
        <source>more than the noise</source>
        <translation>超过噪声</translation>
    </message>
    <message>
        <source>exact</source>
        <translation>精确</translation>
    </message>
    <message>
        <source>A step takes %1 in A and %2 in B (%3)</source>
        <translation>一步在 A 中耗时 %1，在 B 中耗时 %2（%3）</translation>
    </message>
    <message>
        <source>name</source>
        <translation>名称</translation>
    </message>
    <message>
        <source>As the traces name it; where only the names without template arguments or counters agree, those</source>
        <translation>跟踪文件中的名称；仅去掉模板参数或计数后一致时，用后者</translation>
    </message>
    <message>
        <source>A</source>
        <translation>A</translation>
    </message>
    <message>
        <source>B</source>
        <translation>B</translation>
    </message>
    <message>
        <source>B − A</source>
        <translation>B − A</translation>
    </message>
    <message>
        <source>Difference of the means</source>
        <translation>均值之差</translation>
    </message>
    <message>
        <source>from</source>
        <translation>自</translation>
    </message>
    <message>
        <source>95 % interval of the difference between steps: bootstrap, or Welch&apos;s beyond 64 steps</source>
        <translation>各步间差值的 95 % 区间：自助法，超过 64 步用 Welch 法</translation>
    </message>
    <message>
        <source>to</source>
        <translation>至</translation>
    </message>
    <message>
        <source>B / A</source>
        <translation>B / A</translation>
    </message>
    <message>
        <source>Ratio of the means</source>
        <translation>均值之比</translation>
    </message>
    <message>
        <source>change</source>
        <translation>变化</translation>
    </message>
    <message>
        <source>Less than 1 % is unchanged</source>
        <translation>小于 1 % 视为不变</translation>
    </message>
    <message>
        <source>against noise</source>
        <translation>与噪声相比</translation>
    </message>
    <message>
        <source>Whether the difference is more than steps differ among themselves: rank-sum test, corrected for the number of rows (Benjamini and Hochberg); with few steps it cannot be told</source>
        <translation>差值是否超过各步自身的波动：秩和检验，按行数校正（Benjamini 与 Hochberg）；步数太少时无法判断</translation>
    </message>
    <message>
        <source>A calls</source>
        <translation>A 次数</translation>
    </message>
    <message>
        <source>Slices, calls or operations over all ranks and steps</source>
        <translation>所有 rank 与所有步上的切片、调用或操作数</translation>
    </message>
    <message>
        <source>B calls</source>
        <translation>B 次数</translation>
    </message>
    <message>
        <source>A sum</source>
        <translation>A 合计</translation>
    </message>
    <message>
        <source>Over all ranks and steps</source>
        <translation>所有 rank 与所有步合计</translation>
    </message>
    <message>
        <source>B sum</source>
        <translation>B 合计</translation>
    </message>
    <message>
        <source>unit</source>
        <translation>单位</translation>
    </message>
    <message>
        <source>Of the row&apos;s numbers in the CSV</source>
        <translation>CSV 中该行数值的单位</translation>
    </message>
    <message>
        <source>
in A: %1
in B: %2</source>
        <translation>
A 中：%1
B 中：%2</translation>
    </message>
    <message>
        <source>operation</source>
        <translation>操作</translation>
    </message>
    <message>
        <source>step in A</source>
        <translation>A 中的步</translation>
    </message>
    <message>
        <source>step in B</source>
        <translation>B 中的步</translation>
    </message>
    <message>
        <source>ranks</source>
        <translation>rank 数</translation>
    </message>
    <message>
        <source>Of the communicator</source>
        <translation>通信器的</translation>
    </message>
    <message>
        <source>size in A</source>
        <translation>A 中大小</translation>
    </message>
    <message>
        <source>Input of a rank</source>
        <translation>每个 rank 的输入</translation>
    </message>
    <message>
        <source>size in B</source>
        <translation>B 中大小</translation>
    </message>
    <message>
        <source>Duration of the call, the mean over its ranks</source>
        <translation>调用时长，对各 rank 平均</translation>
    </message>
    <message>
        <source>error</source>
        <translation>误差</translation>
    </message>
    <message>
        <source>(A − B) / B: B is the measured one</source>
        <translation>(A − B) / B：B 为实测</translation>
    </message>
    <message>
        <source>(B − A) / A</source>
        <translation>(B − A) / A</translation>
    </message>
    <message>
        <source>error, absolute</source>
        <translation>绝对误差</translation>
    </message>
    <message>
        <source>A, moving</source>
        <translation>A，传输</translation>
    </message>
    <message>
        <source>From the last rank&apos;s start to the end: without waiting for it</source>
        <translation>从最后一个 rank 开始到结束：不含等待</translation>
    </message>
    <message>
        <source>B, moving</source>
        <translation>B，传输</translation>
    </message>
    <message>
        <source>error, moving</source>
        <translation>传输误差</translation>
    </message>
    <message>
        <source>The same without waiting; unknown with one rank</source>
        <translation>同上但不含等待；只有一个 rank 时未知</translation>
    </message>
    <message>
        <source>Added: in B alone; removed: in A alone</source>
        <translation>新增：仅 B 有；删除：仅 A 有</translation>
    </message>
    <message>
        <source>step</source>
        <translation>步</translation>
    </message>
    <message>
        <source>size</source>
        <translation>大小</translation>
    </message>
    <message>
        <source>time</source>
        <translation>时间</translation>
    </message>
    <message>
        <source>run</source>
        <translation>运行</translation>
    </message>
    <message>
        <source>Runs of equal title, else of equal scenario, else the only two left over, are one pair</source>
        <translation>标题相同者配对，其次场景相同者，最后剩下的唯一两个配对</translation>
    </message>
    <message>
        <source>matched by</source>
        <translation>配对依据</translation>
    </message>
    <message>
        <source>quantity</source>
        <translation>量</translation>
    </message>
    <message>
        <source>Mean of a step, over the ranks</source>
        <translation>每步均值，按 rank 平均</translation>
    </message>
    <message>
        <source>title</source>
        <translation>标题</translation>
    </message>
    <message>
        <source>scenario</source>
        <translation>场景</translation>
    </message>
    <message>
        <source>left over</source>
        <translation>剩余</translation>
    </message>
    <message>
        <source>in B alone</source>
        <translation>仅在 B 中</translation>
    </message>
    <message>
        <source>in A alone</source>
        <translation>仅在 A 中</translation>
    </message>
    <message>
        <source>The kind of collective: all-reduce, all-gather and so on</source>
        <translation>集合通信的种类：all-reduce、all-gather 等</translation>
    </message>
    <message>
        <source>The size of the error, whichever sign it has</source>
        <translation>误差的大小，不计正负</translation>
    </message>
    <message>
        <source>Bytes, operations and time by layer, of all that is compared</source>
        <translation>所比较的全部内容中按层统计的字节、操作与时间</translation>
    </message>
    <message>
        <source>Bytes and time by file, of all that is compared</source>
        <translation>所比较的全部内容中按文件统计的字节与时间</translation>
    </message>
    <message>
        <source>Mean of a step, over the ranks; for I/O all that is compared</source>
        <translation>每步在各 rank 上的均值；I/O 为所比较的全部内容</translation>
    </message>
    <message>
        <source>So few steps tell nothing about noise, whatever they are</source>
        <translation>步数太少，无论数值如何都无法判断噪声</translation>
    </message>
    <message>
        <source>Both numbers are without noise</source>
        <translation>两个数值都没有噪声</translation>
    </message>
    <message>
        <source>%1 to %2</source>
        <translation>%1 至 %2</translation>
    </message>
    <message>
        <source>step %1</source>
        <translation>第 %1 步</translation>
    </message>
    <message>
        <source>steps %1–%2</source>
        <translation>第 %1–%2 步</translation>
    </message>
    <message>
        <source>What is compared takes %1 in A and %2 in B (%3)</source>
        <translation>所比较的内容在 A 中耗时 %1，在 B 中耗时 %2（%3）</translation>
    </message>
    <message>
        <source>rank %1, %2</source>
        <translation>rank %1，%2</translation>
    </message>
    <message>
        <source>p, corrected</source>
        <translation>校正后 p</translation>
    </message>
    <message>
        <source>How often steps without any difference would differ by as much, after the correction for the number of rows of this table (Benjamini and Hochberg); up to 0.05 counts as more than the noise</source>
        <translation>若各步并无差异，出现如此大差值的概率，按此表行数校正（Benjamini 与 Hochberg）；不超过 0.05 视为超过噪声</translation>
    </message>
    <message>
        <source>As the trace numbers it, else counted from 0; unknown without steps</source>
        <translation>按跟踪文件的编号，否则从 0 起；没有步时未知</translation>
    </message>
    <message>
        <source>As the trace numbers it, else counted from 0; the one step of a simulation stands for all</source>
        <translation>按跟踪文件的编号，否则从 0 起；模拟的一步代表所有步</translation>
    </message>
    <message>
        <source>As the trace that has the collective numbers it; where one step stands for many, as the other does</source>
        <translation>按含有该集合通信的跟踪文件编号；一步代表多步时，按另一方的编号</translation>
    </message>
    <message>
        <source>fewer</source>
        <translation>更少</translation>
    </message>
    <message numerus="yes">
        <source>%n call(s) more</source>
        <translation>
            <numerusform>多 %n 次调用</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n call(s) fewer</source>
        <translation>
            <numerusform>少 %n 次调用</numerusform>
        </translation>
    </message>
    <message>
        <source>%1 more calls</source>
        <translation>调用多 %1</translation>
    </message>
    <message>
        <source>%1 fewer calls</source>
        <translation>调用少 %1</translation>
    </message>
    <message>
        <source>%1, each as long</source>
        <translation>%1，每次时长相同</translation>
    </message>
    <message>
        <source>%1, each %2 slower</source>
        <translation>%1，每次慢 %2</translation>
    </message>
    <message>
        <source>%1, each %2 faster</source>
        <translation>%1，每次快 %2</translation>
    </message>
    <message>
        <source>unchanged: %1</source>
        <translation>不变：%1</translation>
    </message>
    <message>
        <source>A, mean</source>
        <translation>A，均值</translation>
    </message>
    <message>
        <source>B, mean</source>
        <translation>B，均值</translation>
    </message>
    <message>
        <source>Collectives in both: %1; one takes %2 more or less in the mean (median %3, p95 %4, signed mean %5).</source>
        <translation>两者共有的集合通信：%1 个；平均相差 %2（中位数 %3，p95 %4，带符号均值 %5）。</translation>
    </message>
    <message>
        <source>Collectives in both: %1; a predicted one is off by %2 in the mean (median %3, p95 %4, signed mean %5).</source>
        <translation>两者共有的集合通信：%1 个；预测值平均偏差 %2（中位数 %3，p95 %4，带符号均值 %5）。</translation>
    </message>
    <message>
        <source>Collectives in both: %1; a simulated one is off by %2 in the mean (median %3, p95 %4, signed mean %5).</source>
        <translation>两者共有的集合通信：%1 个；模拟值平均偏差 %2（中位数 %3，p95 %4，带符号均值 %5）。</translation>
    </message>
    <message>
        <source>A step takes %1 in A and %2 in B in the mean (%3; by the medians %4)</source>
        <translation>按均值，一步在 A 中耗时 %1，在 B 中耗时 %2（%3；按中位数 %4）</translation>
    </message>
    <message>
        <source>; the difference of the means is %1, between %2 and %3 with 95 %: %4</source>
        <translation>；均值之差为 %1，95 % 区间为 %2 至 %3：%4</translation>
    </message>
    <message numerus="yes">
        <source>%n row(s)</source>
        <translation>
            <numerusform>%n 行</numerusform>
        </translation>
    </message>
    <message>
        <source>The interval holds 0; p is %1, after the correction for the %2 of this table %3</source>
        <translation>区间包含 0；p 为 %1，按此表 %2校正后为 %3</translation>
    </message>
    <message>
        <source>The interval leaves out 0, but it is of this row alone: p is %1, after the correction for the %2 of this table %3, and that is more than 0.05. Of so many rows some look like that by chance; more steps would tell.</source>
        <translation>区间不含 0，但它只针对这一行：p 为 %1，按此表 %2校正后为 %3，大于 0.05。行数这么多时，总有几行会偶然如此；更多的步才能判断。</translation>
    </message>
    <message>
        <source>The interval leaves out 0; p is %1, after the correction for the %2 of this table %3, at most 0.05</source>
        <translation>区间不含 0；p 为 %1，按此表 %2校正后为 %3，不超过 0.05</translation>
    </message>
    <message>
        <source>The interval of the means leaves out 0, but the test, which looks at which steps are longer and not by how much, has p %1, after the correction for the %2 of this table %3: a few steps may make the difference</source>
        <translation>均值的区间不含 0，但检验只看哪些步更长而不看长多少，其 p 为 %1，按此表 %2校正后为 %3：差异可能仅来自少数几步</translation>
    </message>
    <message>
        <source>%1, each %2 times as long</source>
        <translation>%1，每次为 %2 倍长</translation>
    </message>
    <message>
        <source>perhaps more than the noise</source>
        <translation>可能超过噪声</translation>
    </message>
    <message>
        <source>perhaps more than the noise, as p is %1 after the correction for %2</source>
        <translation>可能超过噪声：按 %2校正后 p 为 %1</translation>
    </message>
    <message>
        <source>nothing to compare: %1</source>
        <translation>无可比较：%1</translation>
    </message>
    <message>
        <source>%1 times as long</source>
        <translation>为 %1 倍长</translation>
    </message>
    <message>
        <source>%1 times as many calls</source>
        <translation>调用次数为 %1 倍</translation>
    </message>
    <message>
        <source>%1 (calls counted differently)</source>
        <translation>%1（调用计数方式不同）</translation>
    </message>
    <message>
        <source>A measured run counts kernels and calls, a simulated one pieces of work as they were drawn: total times, collectives and bytes can be compared, numbers of calls cannot</source>
        <translation>实测运行计的是内核与调用，仿真运行计的是绘出的工作段：总时间、集合通信与字节数可比，调用次数不可比</translation>
    </message>
    <message>
        <source>no collective of one run is found in the other</source>
        <translation>一次运行的集合通信在另一次中均未找到</translation>
    </message>
    <message>
        <source>neither run holds any</source>
        <translation>两次运行均无此类内容</translation>
    </message>
    <message>
        <source>A step is as long as the mean over the ranks of each one&apos;s own. By the means: the mean of B&apos;s steps over that of A&apos;s, minus one; by the medians: the median over the median</source>
        <translation>一步的时长取各 rank 自身步长的均值。按均值：B 各步均值除以 A 各步均值减一；按中位数：中位数除以中位数减一</translation>
    </message>
    <message>
        <source>. Of a whole run by the medians, the predicted over the measured is what the Inspector calls the error of the prediction</source>
        <translation>。对整个运行，按中位数的预测值除以实测值减一，即检查器所称的预测误差</translation>
    </message>
</context>
<context>
    <name>CriticalPath</name>
    <message>
        <source>no rank</source>
        <translation>无 rank</translation>
    </message>
    <message>
        <source>rank %1</source>
        <translation>rank %1</translation>
    </message>
    <message>
        <source>work</source>
        <translation>工作</translation>
    </message>
    <message>
        <source>wait for what is not recorded</source>
        <translation>等待（原因未记录）</translation>
    </message>
    <message>
        <source>launch delay</source>
        <translation>启动延迟</translation>
    </message>
    <message>
        <source>message under way</source>
        <translation>消息传输中</translation>
    </message>
    <message>
        <source>delay after a dependency</source>
        <translation>依赖完成后的延迟</translation>
    </message>
    <message>
        <source>hand-over, assumed</source>
        <translation>交接（推断）</translation>
    </message>
    <message>
        <source>unexplained gap</source>
        <translation>无法解释的空隙</translation>
    </message>
    <message>
        <source>before the first event</source>
        <translation>首个事件之前</translation>
    </message>
    <message>
        <source>The innermost slice under way, without the part in which it waited for others.</source>
        <translation>正在进行的最内层切片，不含其等待他人的部分。</translation>
    </message>
    <message>
        <source>A slice that waits, and nothing in the trace says what for.</source>
        <translation>处于等待的切片，而踪迹没有说明在等什么。</translation>
    </message>
    <message>
        <source>From the end of the host&apos;s call to the start on the device, which had nothing else to do.</source>
        <translation>从主机调用结束到设备上开始执行；设备此时空闲。</translation>
    </message>
    <message>
        <source>From the send to the receive that it ends, or to what it starts.</source>
        <translation>从发送到它所结束的接收，或到它所启动的工作。</translation>
    </message>
    <message>
        <source>From the end of what was needed to the start of what needed it.</source>
        <translation>从所需之物完成到需要它的工作开始。</translation>
    </message>
    <message>
        <source>From the end of something on another thread or stream of the rank to the start of what was idle until then; that one waited for the other is assumed.</source>
        <translation>从同一 rank 的另一线程或流上某项工作结束，到此前空闲者开始；二者之间的等待关系是推断的。</translation>
    </message>
    <message>
        <source>Nothing was recorded, and nothing explains it: time between two calls or kernels.</source>
        <translation>没有记录，也无从解释：两次调用或内核之间的时间。</translation>
    </message>
    <message>
        <source>time from the path&apos;s begin (%1)</source>
        <translation>自路径起点的时间 (%1)</translation>
    </message>
    <message>
        <source>From the begin of the run to the first event of the thread or stream where the path begins: it had nothing to do, or its recording began later.</source>
        <translation>从运行开始到路径起点所在线程或流的首个事件：此前无事可做，或其记录较晚开始。</translation>
    </message>
</context>
<context>
    <name>Distribution</name>
    <message>
        <source>all</source>
        <translation>全部</translation>
    </message>
    <message>
        <source>rank %1</source>
        <translation>rank %1</translation>
    </message>
    <message numerus="yes">
        <source>and %n more ranks</source>
        <translation><numerusform>另有 %n 个 rank</numerusform></translation>
    </message>
    <message>
        <source>duration (%1)</source>
        <translation>时长（%1）</translation>
    </message>
    <message>
        <source>count</source>
        <translation>次数</translation>
    </message>
    <message>
        <source>takes no longer (%)</source>
        <translation>不超过此值（%）</translation>
    </message>
    <message>
        <source>%1 of %2 to %3</source>
        <translation>%1 次，%2 至 %3</translation>
    </message>
    <message>
        <source>%1: %2 of %3 take at most %4</source>
        <translation>%1：%3 次中 %2 不超过 %4</translation>
    </message>
    <message>
        <source>duration, logarithmic</source>
        <translation>时长，对数</translation>
    </message>
</context>
<context>
    <name>IoCards</name>
    <message>
        <source>epoch %1</source>
        <translation>epoch %1</translation>
    </message>
    <message>
        <source>unknown</source>
        <translation>未知</translation>
    </message>
    <message>
        <source>at least </source>
        <translation>至少 </translation>
    </message>
    <message>
        <source>Read</source>
        <translation>读取</translation>
    </message>
    <message>
        <source>%1 reads, %2</source>
        <translation>%1 次读取，%2</translation>
    </message>
    <message>
        <source>Bytes read, each once: POSIX and STDIO (and DAOS); time is summed over the ranks.</source>
        <translation>读取的字节，每个只计一次：POSIX 和 STDIO（以及 DAOS）；时间对 rank 求和。</translation>
    </message>
    <message>
        <source>Written</source>
        <translation>写入</translation>
    </message>
    <message>
        <source>%1 writes, %2</source>
        <translation>%1 次写入，%2</translation>
    </message>
    <message>
        <source>Bytes written, each once: POSIX and STDIO (and DAOS); time is summed over the ranks.</source>
        <translation>写入的字节，每个只计一次：POSIX 和 STDIO（以及 DAOS）；时间对 rank 求和。</translation>
    </message>
    <message>
        <source>Metadata</source>
        <translation>元数据</translation>
    </message>
    <message>
        <source>%1 of I/O time</source>
        <translation>I/O 时间的 %1</translation>
    </message>
    <message>
        <source>%1 opens, %2 stats, %3 seeks</source>
        <translation>%1 次打开，%2 次查询，%3 次定位</translation>
    </message>
    <message>
        <source>Time in opening, closing, seeking, asking and syncing over all time in I/O, summed over the ranks: %1 of %2.</source>
        <translation>打开、关闭、定位、查询和同步的时间占全部 I/O 时间，对 rank 求和：%2 中的 %1。</translation>
    </message>
    <message>
        <source>Files</source>
        <translation>文件</translation>
    </message>
    <message>
        <source>sizes unknown</source>
        <translation>大小未知</translation>
    </message>
    <message>
        <source>Estimated bandwidth</source>
        <translation>估计带宽</translation>
    </message>
    <message>
        <source>%1, by the slowest rank</source>
        <translation>%1，按最慢的 rank</translation>
    </message>
    <message>
        <source>Bytes over the slowest rank&apos;s time in files of its own plus the slowest rank&apos;s time in each shared file (Darshan&apos;s agg_perf_by_slowest).</source>
        <translation>字节数除以最慢 rank 在自有文件中的时间加上每个共享文件中最慢 rank 的时间（Darshan 的 agg_perf_by_slowest）。</translation>
    </message>
    <message>
        <source>While reading</source>
        <translation>读取期间</translation>
    </message>
    <message>
        <source>Read amplification</source>
        <translation>读放大</translation>
    </message>
    <message>
        <source>at least %1 ×</source>
        <translation>至少 %1 ×</translation>
    </message>
    <message>
        <source>%1 different bytes</source>
        <translation>%1 不同字节</translation>
    </message>
    <message>
        <source>Bytes read over different bytes read, of the files whose reads all have offsets.</source>
        <translation>读取的字节除以其中不同的字节，限于所有读取都有偏移量的文件。</translation>
    </message>
    <message>
        <source>Bytes read over the files&apos; extent up to the highest byte read: at least so often.</source>
        <translation>读取的字节除以文件到所读最高字节的范围：至少这么多次。</translation>
    </message>
    <message>
        <source>Data stall</source>
        <translation>数据停顿</translation>
    </message>
    <message>
        <source>of the steps&apos; time</source>
        <translation>占训练步时间</translation>
    </message>
    <message>
        <source>of the ranks&apos; time</source>
        <translation>占 rank 的时间</translation>
    </message>
    <message>
        <source>A rank loads data while it neither computes nor communicates: %1 of %2, summed over the ranks.</source>
        <translation>rank 在既不计算也不通信时加载数据：%2 中的 %1，对 rank 求和。</translation>
    </message>
    <message>
        <source>reported by the benchmark</source>
        <translation>由基准程序报告</translation>
    </message>
    <message>
        <source>size known of %1: %2 below 1 MiB</source>
        <translation>%1 个大小已知，其中 %2 个小于 1 MiB</translation>
    </message>
    <message>
        <source>%1 below 1 MiB</source>
        <translation>%1 个小于 1 MiB</translation>
    </message>
    <message>
        <source>%1 only read, %2 only written, %3 both, %4 neither; %5 shared by all ranks, %6 by some. A size is the highest byte touched: files of which no read or write is placed have none.</source>
        <translation>%1 个只读，%2 个只写，%3 个读写，%4 个两者皆无；%5 个由全部 rank 共享，%6 个由部分 rank 共享。大小取触及的最高字节：读写位置均未知的文件没有大小。</translation>
    </message>
    <message>
        <source>%1 in %2</source>
        <translation>%2 内 %1</translation>
    </message>
    <message>
        <source>Bytes read over the time in which at least one rank was reading, of the reads that are known one by one.</source>
        <translation>逐次已知的读取的字节除以至少一个 rank 在读取的时间。</translation>
    </message>
    <message>
        <source>Accelerator utilisation</source>
        <translation>加速器利用率</translation>
    </message>
    <message>
        <source>Training throughput</source>
        <translation>训练吞吐量</translation>
    </message>
    <message>
        <source>Training I/O</source>
        <translation>训练 I/O</translation>
    </message>
    <message>
        <source>Utilisation in evaluation</source>
        <translation>评估时的利用率</translation>
    </message>
    <message>
        <source>Evaluation throughput</source>
        <translation>评估吞吐量</translation>
    </message>
    <message>
        <source>Evaluation I/O</source>
        <translation>评估 I/O</translation>
    </message>
    <message>
        <source>Saving checkpoints</source>
        <translation>保存检查点</translation>
    </message>
    <message>
        <source>Loading checkpoints</source>
        <translation>加载检查点</translation>
    </message>
    <message>
        <source>Checkpoint I/O</source>
        <translation>检查点 I/O</translation>
    </message>
    <message>
        <source>Time to save a checkpoint</source>
        <translation>保存检查点的时间</translation>
    </message>
    <message>
        <source>Time to load a checkpoint</source>
        <translation>加载检查点的时间</translation>
    </message>
    <message>
        <source>Time of a checkpoint</source>
        <translation>检查点的时间</translation>
    </message>
    <message>
        <source>%1 samples/s</source>
        <translation>%1 样本/s</translation>
    </message>
    <message>
        <source>%1 to %2</source>
        <translation>%1 至 %2</translation>
    </message>
    <message>
        <source>reported by the benchmark in %1 results</source>
        <translation>由基准程序的 %1 份结果报告</translation>
    </message>
    <message>
        <source>at most %1 different bytes</source>
        <translation>至多 %1 不同字节</translation>
    </message>
    <message>
        <source>%1 %2</source>
        <translation>%1%2</translation>
    </message>
    <message>
        <source>Failed</source>
        <translation>失败</translation>
    </message>
    <message>
        <source>%1 reads and writes, %2 other calls</source>
        <translation>%1 次读写，%2 次其他调用</translation>
    </message>
    <message>
        <source>Calls of which the trace says that they failed: they are in no other count, but their time is in the times.</source>
        <translation>记录中表明失败的调用：不计入其他计数，但其时间计入各时间。</translation>
    </message>
    <message>
        <source>%1, by the slowest rank (%2)</source>
        <translation>%1，按最慢的 rank（%2）</translation>
    </message>
    <message>
        <source>of the steps&apos; time; %1 of all their time</source>
        <translation>占 step 时间；占全部时间的 %1</translation>
    </message>
    <message>
        <source>The breakdown by rank shows the share of the ranks&apos; whole time, with what lies before, between and behind the steps: %1 of %2.</source>
        <translation>按 rank 的时间分解显示占各 rank 全部时间（包括训练步之前、之间和之后）的份额：%2 中的 %1。</translation>
    </message>
</context>
<context>
    <name>IoPage</name>
    <message>
        <source>accesses (log)</source>
        <translation>访问次数（对数）</translation>
    </message>
    <message>
        <source>accesses</source>
        <translation>访问次数</translation>
    </message>
    <message>
        <source>read</source>
        <translation>读取</translation>
    </message>
    <message>
        <source>written</source>
        <translation>写入</translation>
    </message>
    <message>
        <source>%1 to %2
read %3 (%4)
written %5 (%6)</source>
        <translation>%1 至 %2
读取 %3（%4）
写入 %5（%6）</translation>
    </message>
    <message>
        <source>consecutive</source>
        <translation>连续</translation>
    </message>
    <message>
        <source>forward with a gap</source>
        <translation>向前，有间隔</translation>
    </message>
    <message>
        <source>of it strided</source>
        <translation>其中等步长</translation>
    </message>
    <message>
        <source>first in its file</source>
        <translation>文件中的首次</translation>
    </message>
    <message>
        <source>may be first in its file</source>
        <translation>可能是文件中的首次</translation>
    </message>
    <message>
        <source>back (random)</source>
        <translation>后退（随机）</translation>
    </message>
    <message>
        <source>offset unknown</source>
        <translation>偏移未知</translation>
    </message>
    <message>
        <source>reads</source>
        <translation>读取</translation>
    </message>
    <message>
        <source>writes</source>
        <translation>写入</translation>
    </message>
    <message>
        <source>of %1 accesses</source>
        <translation>共 %1 次访问</translation>
    </message>
    <message>
        <source>strided: forward by the same gap again</source>
        <translation>等步长：再次以相同间隔向前</translation>
    </message>
    <message>
        <source>back (random), at least</source>
        <translation>后退（随机），至少</translation>
    </message>
    <message numerus="yes">
        <source>%1, %n file(s)</source>
        <translation><numerusform>%1，%n 个文件</numerusform></translation>
    </message>
    <message>
        <source>%1
read %2 in %3 operations
written %4 in %5 operations
%6 files</source>
        <translation>%1
%3 次操作读取 %2
%5 次操作写入 %4
%6 个文件</translation>
    </message>
    <message>
        <source>epoch %1, lasts %2
read %3 while any rank reads: %4
read before: %5
median read: %6</source>
        <translation>epoch %1，持续 %2
读取 %3，有 rank 读取时：%4
此前读过：%5
读取时长中位数：%6</translation>
    </message>
    <message>
        <source>unknown</source>
        <translation>未知</translation>
    </message>
    <message>
        <source>hidden behind computing</source>
        <translation>被计算掩盖</translation>
    </message>
    <message>
        <source>exposed, or waited for</source>
        <translation>未重叠或等待</translation>
    </message>
    <message>
        <source>the rest</source>
        <translation>其余</translation>
    </message>
    <message>
        <source>%1 of %2, summed over the ranks</source>
        <translation>%2 中的 %1，对所有 rank 求和</translation>
    </message>
    <message>
        <source>I/O operations</source>
        <translation>I/O 操作</translation>
    </message>
    <message>
        <source>exposed</source>
        <translation>未重叠</translation>
    </message>
    <message>
        <source>data loader</source>
        <translation>数据加载器</translation>
    </message>
    <message>
        <source>steps</source>
        <translation>训练步</translation>
    </message>
    <message>
        <source>time of the ranks</source>
        <translation>rank 的时间</translation>
    </message>
    <message>
        <source>data stall</source>
        <translation>数据停顿</translation>
    </message>
    <message>
        <source>Request sizes</source>
        <translation>请求大小</translation>
    </message>
    <message>
        <source>Bandwidth over time</source>
        <translation>带宽随时间变化</translation>
    </message>
    <message>
        <source>Order of accesses</source>
        <translation>访问顺序</translation>
    </message>
    <message>
        <source>Bytes by kind of file</source>
        <translation>按文件类别的字节</translation>
    </message>
    <message>
        <source>Time between accesses of a rank</source>
        <translation>同一 rank 的访问间隔时间</translation>
    </message>
    <message>
        <source>Distance between accesses in a file</source>
        <translation>同一文件内的访问间距</translation>
    </message>
    <message>
        <source>Epoch by epoch</source>
        <translation>逐个 epoch</translation>
    </message>
    <message>
        <source>What the data cost</source>
        <translation>数据的开销</translation>
    </message>
    <message>
        <source>How many reads and writes moved how much, in Darshan&apos;s bins (the upper end belongs to the bin); layers that count once.</source>
        <translation>读写次数按大小分布，采用 Darshan 的区间（上界含在区间内）；只计不重复的层。</translation>
    </message>
    <message>
        <source>Bytes of each stretch of time over its length, all ranks together. An operation&apos;s bytes are spread evenly over its duration; where the log has a heat map only, its bins.</source>
        <translation>每段时间内的字节除以其长度，全部 rank 合计。操作的字节均匀分布在其持续时间内；日志只有热图时取其区间。</translation>
    </message>
    <message>
        <source>Where an access begins, against the end of the last one of the same rank, file and direction (Darshan&apos;s sequential and consecutive).</source>
        <translation>访问的起点相对于同一 rank、同一文件、同一方向上次访问的终点（Darshan 的 sequential 与 consecutive）。</translation>
    </message>
    <message>
        <source>What a file is for, by its name and whether it was only written.</source>
        <translation>文件的用途，由名称以及是否只被写入判断。</translation>
    </message>
    <message>
        <source>From the end of a rank&apos;s last read or write, of any file, to the start of the next.</source>
        <translation>从 rank 上次读写（任意文件）结束到下次开始。</translation>
    </message>
    <message>
        <source>From the last byte a rank touched in a file, in the same direction, to where its next access begins.</source>
        <translation>从 rank 在文件中同一方向最后触及的字节到下次访问的起点。</translation>
    </message>
    <message>
        <source>Bytes read in an epoch over the time in which any rank was reading; without operations how long the epoch lasted.</source>
        <translation>epoch 内读取的字节除以有任一 rank 在读取的时间；没有操作时为 epoch 的时长。</translation>
    </message>
    <message numerus="yes">
        <source>%n part(s) more on a higher page</source>
        <translation><numerusform>页面更高时还可显示 %n 个部分</numerusform></translation>
    </message>
    <message>
        <source>What stands out</source>
        <translation>值得注意之处</translation>
    </message>
    <message>
        <source>a concern %1 (%2)</source>
        <translation>超出界限：%1（%2）</translation>
    </message>
    <message>
        <source>Worth a look</source>
        <translation>值得一看</translation>
    </message>
    <message>
        <source>Within bounds</source>
        <translation>在界限之内</translation>
    </message>
    <message>
        <source>Unknown</source>
        <translation>未知</translation>
    </message>
    <message>
        <source>Request sizes, lower bounds</source>
        <translation>请求大小（下界）</translation>
    </message>
    <message>
        <source>while reading (%1)</source>
        <translation>读取期间（%1）</translation>
    </message>
    <message>
        <source>lasts (%1)</source>
        <translation>时长（%1）</translation>
    </message>
    <message>
        <source>epoch</source>
        <translation>epoch</translation>
    </message>
    <message>
        <source>Time in I/O and in the data loader, and what of it ran beside computing. Data stall: a rank loads data while it neither computes nor communicates; of the steps&apos; time where steps are known, which the breakdown by rank shows of the whole time.</source>
        <translation>I/O 与数据加载器的时间，以及其中与计算并行的部分。数据停顿：rank 在既不计算也不通信时加载数据；已知训练步时占训练步时间的份额，而按 rank 的时间分解显示占全部时间的份额。</translation>
    </message>
</context>
<context>
    <name>IoReport</name>
    <message>
        <source>Opening, closing, seeking and asking take %1 of the I/O time (%2 of %3).</source>
        <translation>打开、关闭、定位和查询占 I/O 时间的 %1（%3 中的 %2）。</translation>
    </message>
    <message>
        <source>%1 opens, stats, seeks and syncs for each MB moved (%2 in all).</source>
        <translation>每传输 1 MB 有 %1 次打开、查询、定位和同步（共 %2 次）。</translation>
    </message>
    <message>
        <source>Rank %1 moves %2 of all bytes; %3 ranks share the rest.</source>
        <translation>rank %1 传输了全部字节的 %2，其余由另外 %3 个 rank 分担。</translation>
    </message>
    <message>
        <source>%1 of the bytes go through STDIO.</source>
        <translation>%1 的字节经由 STDIO。</translation>
    </message>
    <message>
        <source>%1 of %2 MPI-IO reads are collective.</source>
        <translation>%2 次 MPI-IO 读取中有 %1 是集合操作。</translation>
    </message>
    <message>
        <source>%1 of %2 MPI-IO writes are collective.</source>
        <translation>%2 次 MPI-IO 写入中有 %1 是集合操作。</translation>
    </message>
    <message>
        <source>%1 are read, of %2 different bytes: %3 times.</source>
        <translation>共读取 %1，其中不同的字节为 %2：%3 倍。</translation>
    </message>
    <message>
        <source>%1 are read, of at most %2 different bytes: at least %3 times.</source>
        <translation>共读取 %1，其中不同的字节至多为 %2：至少 %3 倍。</translation>
    </message>
    <message>
        <source>Ranks wait for data in %1 of their step time (%2 of %3).</source>
        <translation>rank 有 %1 的训练步时间在等待数据（%3 中的 %2）。</translation>
    </message>
    <message>
        <source>Ranks wait for data in %1 of their time (%2 of %3); no steps are known.</source>
        <translation>rank 有 %1 的时间在等待数据（%3 中的 %2）；训练步未知。</translation>
    </message>
    <message>
        <source>%1 of the I/O time is not hidden behind computing (%2 of %3).</source>
        <translation>%1 的 I/O 时间没有被计算掩盖（%3 中的 %2）。</translation>
    </message>
    <message>
        <source>The log ran out of room for %1: its figures are lower bounds.</source>
        <translation>日志的 %1 部分空间不足：其数值为下限。</translation>
    </message>
    <message>
        <source>The log is cut off or damaged in %1: its figures are lower bounds, and what none is known of is unknown.</source>
        <translation>日志的 %1 部分被截断或已损坏：其数值为下限，无从得知的记为未知。</translation>
    </message>
    <message>
        <source>How large requests are is unknown: the log does not count it.</source>
        <translation>请求大小未知：日志没有统计。</translation>
    </message>
    <message>
        <source>Whether accesses are sequential is unknown: the trace has no offsets.</source>
        <translation>访问是否顺序未知：跟踪中没有偏移量。</translation>
    </message>
    <message>
        <source>Whether accesses are aligned is unknown: neither offsets nor counts of it.</source>
        <translation>访问是否对齐未知：既没有偏移量也没有统计。</translation>
    </message>
    <message>
        <source>What metadata costs is unknown: only reads and writes were traced.</source>
        <translation>元数据的开销未知：只跟踪了读和写。</translation>
    </message>
    <message>
        <source>How bytes are spread over the ranks is unknown: the log keeps shared files as one.</source>
        <translation>字节在各 rank 间的分布未知：日志把共享文件合为一条记录。</translation>
    </message>
    <message>
        <source>How often bytes are read again is unknown: neither offsets nor highest bytes.</source>
        <translation>字节被重复读取的次数未知：既没有偏移量也没有最高字节。</translation>
    </message>
    <message>
        <source>What the data cost the training is unknown: no computing is in the trace. Open the training trace together with the I/O log.</source>
        <translation>数据给训练带来的开销未知：跟踪中没有计算。请将训练跟踪与 I/O 日志一起打开。</translation>
    </message>
    <message>
        <source>above 10 %: accelerators busy for less than 90 %</source>
        <translation>高于 10 %：加速器忙碌时间不足 90 %</translation>
    </message>
    <message>
        <source>The log holds sums without times: the whole run is shown, whatever the range.</source>
        <translation>日志只有总计而没有时间：无论选取什么范围都显示整个运行。</translation>
    </message>
    <message>
        <source>%1: the log holds sums without times, so nothing of it is in this range.</source>
        <translation>%1：日志只有总计而没有时间，因此不计入此范围。</translation>
    </message>
    <message>
        <source>%1: single reads and writes only; opens, seeks and the like have no times.</source>
        <translation>%1：只有单次读写；打开、定位等没有时间。</translation>
    </message>
    <message>
        <source>%1: %2 of %3 reads and writes are known one by one; gaps, distances and times come from those.</source>
        <translation>%1：%3 次读写中有 %2 次逐次已知；间隔、距离和时间由此得出。</translation>
    </message>
    <message>
        <source>%1: the log does not say how large its requests are.</source>
        <translation>%1：日志没有记录请求大小。</translation>
    </message>
    <message>
        <source>Bytes of each rank are those of the log&apos;s heat map; operations and times in shared files are known of all ranks together only.</source>
        <translation>各 rank 的字节取自日志的热图；共享文件中的操作数和时间只有全部 rank 的合计。</translation>
    </message>
    <message>
        <source>the log holds sums without times: which step or epoch they belong to is unknown</source>
        <translation>日志只有总计而没有时间：属于哪个训练步或 epoch 未知</translation>
    </message>
    <message>
        <source>no step, epoch or checkpoint is marked in the trace</source>
        <translation>跟踪中没有标记训练步、epoch 或检查点</translation>
    </message>
    <message>
        <source>no operation lies in a step, an epoch or a checkpoint</source>
        <translation>没有操作落在训练步、epoch 或检查点之内</translation>
    </message>
    <message>
        <source>Darshan&apos;s counters</source>
        <translation>Darshan 的计数</translation>
    </message>
    <message>
        <source>stripe size</source>
        <translation>条带大小</translation>
    </message>
    <message>
        <source>stripe size, else 4 KiB pages (assumed)</source>
        <translation>条带大小，其余按 4 KiB 页（假设）</translation>
    </message>
    <message>
        <source>4 KiB pages (assumed)</source>
        <translation>4 KiB 页（假设）</translation>
    </message>
    <message>
        <source>0 to 100 B</source>
        <translation>0 至 100 B</translation>
    </message>
    <message>
        <source>to 1 KiB</source>
        <translation>至 1 KiB</translation>
    </message>
    <message>
        <source>to 10 KiB</source>
        <translation>至 10 KiB</translation>
    </message>
    <message>
        <source>to 100 KiB</source>
        <translation>至 100 KiB</translation>
    </message>
    <message>
        <source>to 1 MiB</source>
        <translation>至 1 MiB</translation>
    </message>
    <message>
        <source>to 4 MiB</source>
        <translation>至 4 MiB</translation>
    </message>
    <message>
        <source>to 10 MiB</source>
        <translation>至 10 MiB</translation>
    </message>
    <message>
        <source>to 100 MiB</source>
        <translation>至 100 MiB</translation>
    </message>
    <message>
        <source>to 1 GiB</source>
        <translation>至 1 GiB</translation>
    </message>
    <message>
        <source>above 1 GiB</source>
        <translation>1 GiB 以上</translation>
    </message>
    <message>
        <source>none or overlapping</source>
        <translation>无间隔或重叠</translation>
    </message>
    <message>
        <source>to 1 µs</source>
        <translation>至 1 µs</translation>
    </message>
    <message>
        <source>to 10 µs</source>
        <translation>至 10 µs</translation>
    </message>
    <message>
        <source>to 100 µs</source>
        <translation>至 100 µs</translation>
    </message>
    <message>
        <source>to 1 ms</source>
        <translation>至 1 ms</translation>
    </message>
    <message>
        <source>to 10 ms</source>
        <translation>至 10 ms</translation>
    </message>
    <message>
        <source>to 100 ms</source>
        <translation>至 100 ms</translation>
    </message>
    <message>
        <source>to 1 s</source>
        <translation>至 1 s</translation>
    </message>
    <message>
        <source>to 10 s</source>
        <translation>至 10 s</translation>
    </message>
    <message>
        <source>above 10 s</source>
        <translation>10 s 以上</translation>
    </message>
    <message>
        <source>back by 1 MiB or more</source>
        <translation>后退 1 MiB 或更多</translation>
    </message>
    <message>
        <source>back by less</source>
        <translation>后退不足 1 MiB</translation>
    </message>
    <message>
        <source>none (consecutive)</source>
        <translation>无（连续）</translation>
    </message>
    <message>
        <source>to 4 KiB</source>
        <translation>至 4 KiB</translation>
    </message>
    <message>
        <source>to 64 KiB</source>
        <translation>至 64 KiB</translation>
    </message>
    <message>
        <source>to 16 MiB</source>
        <translation>至 16 MiB</translation>
    </message>
    <message>
        <source>dataset</source>
        <translation>数据集</translation>
    </message>
    <message>
        <source>checkpoint</source>
        <translation>检查点</translation>
    </message>
    <message>
        <source>output</source>
        <translation>输出</translation>
    </message>
    <message>
        <source>configuration</source>
        <translation>配置</translation>
    </message>
    <message>
        <source>code and libraries</source>
        <translation>代码和库</translation>
    </message>
    <message>
        <source>log</source>
        <translation>日志</translation>
    </message>
    <message>
        <source>system</source>
        <translation>系统</translation>
    </message>
    <message>
        <source>other</source>
        <translation>其他</translation>
    </message>
    <message>
        <source>parallel file system</source>
        <translation>并行文件系统</translation>
    </message>
    <message>
        <source>memory</source>
        <translation>内存</translation>
    </message>
    <message>
        <source>node&apos;s disk</source>
        <translation>节点磁盘</translation>
    </message>
    <message>
        <source>network file system</source>
        <translation>网络文件系统</translation>
    </message>
    <message>
        <source>container image</source>
        <translation>容器镜像</translation>
    </message>
    <message>
        <source>user-space file system</source>
        <translation>用户态文件系统</translation>
    </message>
    <message>
        <source>kernel</source>
        <translation>内核</translation>
    </message>
    <message>
        <source>start-up</source>
        <translation>启动</translation>
    </message>
    <message>
        <source>steps</source>
        <translation>训练步</translation>
    </message>
    <message>
        <source>evaluation</source>
        <translation>评估</translation>
    </message>
    <message>
        <source>between</source>
        <translation>之间</translation>
    </message>
    <message>
        <source>after the last</source>
        <translation>最后一个之后</translation>
    </message>
    <message>
        <source>the log&apos;s own flag</source>
        <translation>日志自身的标志</translation>
    </message>
    <message>
        <source>%3 of %2 reads%4 (%1) move 1 MiB or less.</source>
        <translation>%2 次%4读取中，%3 次（%1）不超过 1 MiB。</translation>
    </message>
    <message>
        <source>%3 of %2 writes%4 (%1) move 1 MiB or less.</source>
        <translation>%2 次%4写入中，%3 次（%1）不超过 1 MiB。</translation>
    </message>
    <message>
        <source>%3 of %2 reads%4 (%1) go back to before the end of the last one in their file.</source>
        <translation>%2 次%4读取中，%3 次（%1）回跳到同一文件上次读取结束位置之前。</translation>
    </message>
    <message>
        <source>%3 of %2 writes%4 (%1) go back to before the end of the last one in their file.</source>
        <translation>%2 次%4写入中，%3 次（%1）回跳到同一文件上次写入结束位置之前。</translation>
    </message>
    <message>
        <source>%5 of %2 accesses%6 (%1) begin off the boundary (%3).</source>
        <translation>%2 次%6访问中，%5 次（%1）的起点未对齐到边界（%3）。</translation>
    </message>
    <message>
        <source>%5 of %2 accesses%6 (%1) begin off a multiple of %4 (%3).</source>
        <translation>%2 次%6访问中，%5 次（%1）的起点不是 %4 的整数倍（%3）。</translation>
    </message>
    <message>
        <source>%3 of %2 files%4 (%1) are smaller than 1 MiB.</source>
        <translation>%2 个%4文件中，%3 个（%1）小于 1 MiB。</translation>
    </message>
    <message>
        <source>The busiest rank (%1) moves %2; the mean is %3, %4 below it.</source>
        <translation>最忙的 rank（%1）传输了 %2；平均为 %3，比它低 %4。</translation>
    </message>
    <message>
        <source>%1 are read, of %2 different bytes: %3 times in %4 epochs, %5 times an epoch.</source>
        <translation>共读取 %1，其中不同的字节为 %2：%4 个 epoch 共 %3 倍，每个 epoch %5 倍。</translation>
    </message>
    <message>
        <source>Bytes read before (%4 of all) come at %1 a rank, bytes read for the first time at %2: %3 times as fast.</source>
        <translation>每个 rank 再次读取的字节（占全部的 %4）速度为 %1，首次读取的为 %2：前者是后者的 %3 倍。</translation>
    </message>
    <message>
        <source>Epoch 1 reads at %1, the later ones at %2, %3 times as fast (while any rank reads).</source>
        <translation>第 1 个 epoch 的读取速度为 %1，之后为 %2，是其 %3 倍（有任一 rank 在读取时）。</translation>
    </message>
    <message>
        <source> of known size</source>
        <translation>大小已知的</translation>
    </message>
    <message>
        <source> of known place</source>
        <translation>位置已知的</translation>
    </message>
    <message>
        <source>the log&apos;s own size</source>
        <translation>日志自身的长度</translation>
    </message>
    <message>
        <source>%1 of the time in the data loader is not hidden behind computing (%2 of %3).</source>
        <translation>%1 的数据加载器时间没有被计算掩盖（%3 中的 %2）。</translation>
    </message>
    <message>
        <source>The time in I/O sums to %1, more than the run time (%2) times the ranks (%3): calls of several threads or processes of a rank ran at once.</source>
        <translation>I/O 时间合计 %1，超过运行时间（%2）乘以 rank 数（%3）：同一 rank 的多个线程或进程同时在调用。</translation>
    </message>
    <message>
        <source>above 10 % and more than 1000 of them, for more than 1 % of the run time</source>
        <translation>超过 10 % 且多于 1000 个，且占运行时间的 1 % 以上</translation>
    </message>
    <message>
        <source>above 20 % and more than 1000 of them, for more than 1 % of the run time</source>
        <translation>超过 20 % 且多于 1000 个，且占运行时间的 1 % 以上</translation>
    </message>
    <message>
        <source>above 30 % of more than 1 s, for more than 1 % of the run time</source>
        <translation>超过 30 %，且 I/O 时间多于 1 s，且占运行时间的 1 % 以上</translation>
    </message>
    <message>
        <source>above 10 for each MB and more than 1000, for more than 1 % of the run time</source>
        <translation>每 MB 超过 10 次且多于 1000 次，且占运行时间的 1 % 以上</translation>
    </message>
    <message>
        <source>above half and more than 1000 of them, for more than 1 % of the run time</source>
        <translation>超过一半且多于 1000 个，且占运行时间的 1 % 以上</translation>
    </message>
    <message>
        <source>90 % or more, for more than 1 % of the run time</source>
        <translation>达到 90 %，且占运行时间的 1 % 以上</translation>
    </message>
    <message>
        <source>the mean more than 30 % below it, for more than 1 % of the run time</source>
        <translation>平均值低于它 30 % 以上，且占运行时间的 1 % 以上</translation>
    </message>
    <message>
        <source>above 10 %, for more than 1 % of the run time</source>
        <translation>超过 10 %，且占运行时间的 1 % 以上</translation>
    </message>
    <message>
        <source>below half of more than 1000, for more than 1 % of the run time</source>
        <translation>多于 1000 次时低于一半，且占运行时间的 1 % 以上</translation>
    </message>
    <message>
        <source>more than 1.5 times an epoch, for more than 1 % of the run time</source>
        <translation>每个 epoch 超过 1.5 倍，且占运行时间的 1 % 以上</translation>
    </message>
    <message>
        <source>above 1.5, for more than 1 % of the run time</source>
        <translation>超过 1.5，且占运行时间的 1 % 以上</translation>
    </message>
    <message>
        <source>above 1.5 times, for more than 1 % of the run time</source>
        <translation>超过 1.5 倍，且占运行时间的 1 % 以上</translation>
    </message>
    <message>
        <source>below 1.2 times for more than 10 % of the bytes (nothing caches them), for more than 1 % of the run time</source>
        <translation>低于 1.2 倍且超过 10 % 的字节（没有缓存），且占运行时间的 1 % 以上</translation>
    </message>
    <message>
        <source>above half, and above 1 % of the ranks&apos; time</source>
        <translation>超过一半，且超过各 rank 时间的 1 %</translation>
    </message>
    <message>
        <source>%1 of %2 reads and writes (%3) failed: they count as no operation and no bytes.</source>
        <translation>%2 次读写中有 %1 次（%3）失败：它们不计入操作数，也不计入字节数。</translation>
    </message>
    <message>
        <source>Rank %1 takes longest in I/O, %2; the median of %3 ranks is %4: %5 times as long.</source>
        <translation>rank %1 的 I/O 时间最长，为 %2；%3 个 rank 的中位数为 %4：是其 %5 倍。</translation>
    </message>
    <message>
        <source>Rank %1 takes longest in I/O, %2; the mean of %3 ranks is %4: %5 times as long.</source>
        <translation>rank %1 的 I/O 时间最长，为 %2；%3 个 rank 的平均值为 %4：是其 %5 倍。</translation>
    </message>
    <message>
        <source>In %1, which all ranks share, rank %2 takes longest (%3), %4; the mean of the ranks is %5: %6 times as long. The fastest is rank %7 with %8.</source>
        <translation>在所有 rank 共享的 %1 中，rank %2 用时最长（%3），为 %4；各 rank 平均为 %5：是其 %6 倍。最快的是 rank %7，为 %8。</translation>
    </message>
    <message>
        <source>In %1, which all ranks share, rank %2 takes longest (%3), %4; the fastest (%5) takes %6: %7 times as long.</source>
        <translation>在所有 rank 共享的 %1 中，rank %2 用时最长（%3），为 %4；最快的（%5）为 %6：是其 %7 倍。</translation>
    </message>
    <message>
        <source>That is %1 of the run time (%2 of %3).</source>
        <translation>即运行时间的 %1（%3 中的 %2）。</translation>
    </message>
    <message>
        <source>That is %1 of the ranks&apos; time (%2 of %3).</source>
        <translation>即各 rank 时间的 %1（%3 中的 %2）。</translation>
    </message>
    <message>
        <source>How the time in I/O is spread over the ranks is unknown: the log keeps shared files as one.</source>
        <translation>I/O 时间在各 rank 上的分布未知：日志把共享文件合为一条记录。</translation>
    </message>
    <message>
        <source>above 2 times, for more than 1 % of the run time</source>
        <translation>超过 2 倍，且占运行时间的 1 % 以上</translation>
    </message>
    <message>
        <source>above 1 %</source>
        <translation>超过 1 %</translation>
    </message>
    <message>
        <source>%1: %2 read and %3 written, where the layers below moved %4 and %5 in the same files: not the same bytes (buffers, sieving, headers, or files that the log lost).</source>
        <translation>%1：读取 %2，写入 %3，而下面各层在同样的文件中为 %4 和 %5：不是相同的字节（缓冲、数据筛选、文件头，或日志丢失了文件）。</translation>
    </message>
    <message>
        <source>%1: nothing is known below of any of its files: its %2 are in no total.</source>
        <translation>%1：下面各层对它的文件一无所知：它的 %2 不在任何总数中。</translation>
    </message>
    <message>
        <source>%1: nothing is known below of %2 of its %3 files: the %4 moved there are in no total.</source>
        <translation>%1：下面各层对它 %3 个文件中的 %2 个一无所知：其中的 %4 不在任何总数中。</translation>
    </message>
    <message>
        <source>Of %1 of %2 reads and writes the size is unknown: bytes and rates are lower bounds.</source>
        <translation>%2 次读写中有 %1 次大小未知：字节数和速率是下限。</translation>
    </message>
    <message>
        <source>%1 opens, stats and other calls failed: their time counts, they do not.</source>
        <translation>%1 次打开、stat 及其他调用失败：计入其时间，不计入次数。</translation>
    </message>
    <message>
        <source>Ranks wait for data in %1 of their steps&apos; time (%2 of %3), and in %4 of their whole time (%5 of %6), which is what the breakdown shows.</source>
        <translation>各 rank 在其 step 时间的 %1（%3 中的 %2）里等待数据，占其全部时间的 %4（%6 中的 %5），后者即时间分解所示。</translation>
    </message>
    <message>
        <source>Drishti&apos;s bound for the size imbalance, the 1 % Weir&apos;s</source>
        <translation>Drishti 对大小不均的界限，1 % 为 Weir 自定</translation>
    </message>
    <message>
        <source>Drishti, the count and the 1 % Weir&apos;s</source>
        <translation>Drishti，次数与 1 % 为 Weir 自定</translation>
    </message>
    <message>
        <source>Drishti, the 1 % Weir&apos;s</source>
        <translation>Drishti，1 % 为 Weir 自定</translation>
    </message>
    <message>
        <source>Reading takes the slowest rank %4%1 of the run time (%2 of %3).</source>
        <translation>读取%4占最慢 rank 运行时间的 %1（%3 中的 %2）。</translation>
    </message>
    <message>
        <source>Writing takes the slowest rank %4%1 of the run time (%2 of %3).</source>
        <translation>写入%4占最慢 rank 运行时间的 %1（%3 中的 %2）。</translation>
    </message>
    <message>
        <source>Reading and writing take the slowest rank %4%1 of the run time (%2 of %3).</source>
        <translation>读写%4占最慢 rank 运行时间的 %1（%3 中的 %2）。</translation>
    </message>
    <message>
        <source>Metadata takes the slowest rank %4%1 of the run time (%2 of %3).</source>
        <translation>元数据%4占最慢 rank 运行时间的 %1（%3 中的 %2）。</translation>
    </message>
    <message>
        <source>I/O takes the slowest rank %4%1 of the run time (%2 of %3).</source>
        <translation>I/O %4占最慢 rank 运行时间的 %1（%3 中的 %2）。</translation>
    </message>
    <message>
        <source>These calls take the slowest rank %4%1 of the run time (%2 of %3).</source>
        <translation>这些调用%4占最慢 rank 运行时间的 %1（%3 中的 %2）。</translation>
    </message>
    <message>
        <source>How many of %2 reads%4 go back to before the end of the last one in their file is unknown: each may be the first of its rank there.</source>
        <translation>%2 次%4读取中有多少次回跳到同一文件上次读取结束位置之前未知：每一次都可能是其 rank 在该文件中的第一次。</translation>
    </message>
    <message>
        <source>How many of %2 writes%4 go back to before the end of the last one in their file is unknown: each may be the first of its rank there.</source>
        <translation>%2 次%4写入中有多少次回跳到同一文件上次写入结束位置之前未知：每一次都可能是其 rank 在该文件中的第一次。</translation>
    </message>
    <message>
        <source>Each of %1 ranks moves %2.</source>
        <translation>%1 个 rank 各传输 %2。</translation>
    </message>
    <message>
        <source>Whether bytes are read again is unknown: %1 are read, of at most %2 different bytes.</source>
        <translation>是否重复读取未知：共读取 %1，其中不同的字节至多为 %2。</translation>
    </message>
    <message>
        <source>An access on OST %1 moves %2 (files: %6), on the median of %3 OSTs %4: OST %1 is %5 times as slow.</source>
        <translation>OST %1 上的一次访问为 %2（文件数：%6），%3 个 OST 的中位数为 %4：OST %1 的耗时为其 %5 倍。</translation>
    </message>
    <message>
        <source>An access on OST %1 moves %2 (parts of files: %6), on the median of %3 OSTs %4: OST %1 is %5 times as slow.</source>
        <translation>OST %1 上的一次访问为 %2（含其部分的文件数：%6），%3 个 OST 的中位数为 %4：OST %1 的耗时为其 %5 倍。</translation>
    </message>
    <message>
        <source>How much of the run time (%3) this takes the slowest rank is unknown: the times are sums over calls that ran at once (%5).</source>
        <translation>这占最慢 rank 运行时间（%3）的多少未知：时间是对同时进行的调用求和（%5）。</translation>
    </message>
    <message>
        <source>at most </source>
        <translation>最多</translation>
    </message>
    <message>
        <source>%3 to %5 of %2 reads%4 (up to %6) go back to before the end of the last one in their file.</source>
        <translation>%2 次%4读取中，%3 至 %5 次（至多 %6）回跳到同一文件上次读取结束位置之前。</translation>
    </message>
    <message>
        <source>%3 to %5 of %2 writes%4 (up to %6) go back to before the end of the last one in their file.</source>
        <translation>%2 次%4写入中，%3 至 %5 次（至多 %6）回跳到同一文件上次写入结束位置之前。</translation>
    </message>
</context>
<context>
    <name>PowerPicture</name>
    <message>
        <source>unknown</source>
        <translation>未知</translation>
    </message>
    <message>
        <source>computing</source>
        <translation>计算</translation>
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
        <translation>主机与设备间复制</translation>
    </message>
    <message>
        <source>idle or other</source>
        <translation>空闲或其他</translation>
    </message>
    <message>
        <source>before or after the rank&apos;s events</source>
        <translation>该 rank 事件之前或之后</translation>
    </message>
    <message>
        <source>rank %1</source>
        <translation>rank %1</translation>
    </message>
    <message>
        <source>%1 more</source>
        <translation>另外 %1 个</translation>
    </message>
    <message>
        <source>Meters that do not read at the same time (%1): their common mean, %2, is no sum of what they draw; that would be %3. %4</source>
        <translation>不同时读数的电表（%1）：其共同均值 %2 不是它们功耗之和；其和应为 %3。%4</translation>
    </message>
    <message numerus="yes">
        <source>%n gap(s) between readings, bridged by a straight line.</source>
        <translation><numerusform>读数之间有 %n 处空缺，以直线连接。</numerusform></translation>
    </message>
    <message>
        <source>Assumed: %1.</source>
        <translation>假设：%1。</translation>
    </message>
    <message>
        <source>power</source>
        <translation>功率</translation>
    </message>
    <message>
        <source>time since the run&apos;s first event (%1)</source>
        <translation>自运行首个事件的时间（%1）</translation>
    </message>
    <message>
        <source>a step</source>
        <translation>每步</translation>
    </message>
    <message>
        <source>step</source>
        <translation>步</translation>
    </message>
    <message>
        <source>energy</source>
        <translation>能量</translation>
    </message>
    <message>
        <source>at %1</source>
        <translation>于 %1</translation>
    </message>
    <message>
        <source>all meters: %1</source>
        <translation>所有电表：%1</translation>
    </message>
    <message>
        <source>step %1: %2, %3</source>
        <translation>第 %1 步：%2，%3</translation>
    </message>
    <message>
        <source>readings cover %1 of it</source>
        <translation>读数覆盖其 %1</translation>
    </message>
    <message>
        <source>Where the axis is broken nothing was read for %1.</source>
        <translation>坐标轴断开处有 %1 没有读数。</translation>
    </message>
    <message>
        <source>step (dotted outline: read in part; hatched: not read)</source>
        <translation>步（点状轮廓：仅部分有读数；阴影线：没有读数）</translation>
    </message>
    <message>
        <source>step (dotted outline: read in part)</source>
        <translation>步（点状轮廓：仅部分有读数）</translation>
    </message>
    <message>
        <source>step (hatched: not read)</source>
        <translation>步（阴影线：没有读数）</translation>
    </message>
    <message>
        <source>%1 reads with the others if its clock is moved by %2 (Line up clocks, or Moved by hand in Import).</source>
        <translation>若把 %1 的时钟移动 %2，它就与其他表同时读数（“对齐时钟”，或“导入”视图的“手动移动”列）。</translation>
    </message>
</context>
<context>
    <name>Statistics</name>
    <message>
        <source>unknown</source>
        <translation>未知</translation>
    </message>
    <message>
        <source>Collectives</source>
        <translation>集合通信</translation>
    </message>
    <message>
        <source>operation</source>
        <translation>操作</translation>
    </message>
    <message>
        <source>What the ranks did together</source>
        <translation>各 rank 共同做的事</translation>
    </message>
    <message>
        <source>algorithm</source>
        <translation>算法</translation>
    </message>
    <message>
        <source>As the trace names it</source>
        <translation>按跟踪文件的命名</translation>
    </message>
    <message>
        <source>ranks</source>
        <translation>rank 数</translation>
    </message>
    <message>
        <source>Ranks of the communicator</source>
        <translation>通信组的 rank 数</translation>
    </message>
    <message>
        <source>size</source>
        <translation>大小</translation>
    </message>
    <message>
        <source>Bytes as nccl-tests counts them: of all-gather and gather the whole buffer, else the input of a rank</source>
        <translation>按 nccl-tests 计的字节数：all-gather 与 gather 为整个缓冲区，其余为一个 rank 的输入</translation>
    </message>
    <message>
        <source>count</source>
        <translation>次数</translation>
    </message>
    <message>
        <source>Collectives, each counted once over its ranks</source>
        <translation>集合通信次数，各 rank 合计一次</translation>
    </message>
    <message>
        <source>calls</source>
        <translation>调用</translation>
    </message>
    <message>
        <source>Calls, one a rank</source>
        <translation>调用次数，每 rank 一次</translation>
    </message>
    <message>
        <source>sum</source>
        <translation>总和</translation>
    </message>
    <message>
        <source>Sum of the durations of the calls</source>
        <translation>各次调用时长之和</translation>
    </message>
    <message>
        <source>mean</source>
        <translation>平均</translation>
    </message>
    <message>
        <source>Mean duration of a call, with its waiting for other ranks</source>
        <translation>一次调用的平均时长，含等待其他 rank</translation>
    </message>
    <message>
        <source>p50</source>
        <translation>p50</translation>
    </message>
    <message>
        <source>Half of the calls take no longer (nearest rank)</source>
        <translation>一半的调用不超过此值（最近秩）</translation>
    </message>
    <message>
        <source>p99</source>
        <translation>p99</translation>
    </message>
    <message>
        <source>99 of 100 calls take no longer (nearest rank)</source>
        <translation>百分之九十九的调用不超过此值（最近秩）</translation>
    </message>
    <message>
        <source>longest</source>
        <translation>最长</translation>
    </message>
    <message>
        <source>The longest call; a double click shows it</source>
        <translation>最长的一次调用；双击可跳转</translation>
    </message>
    <message>
        <source>transfer</source>
        <translation>传输</translation>
    </message>
    <message>
        <source>Mean over the collectives of their shortest call: the last rank to come does not wait for others</source>
        <translation>各次集合通信中最短调用的平均：最后到达的 rank 无需等待他人</translation>
    </message>
    <message>
        <source>algbw</source>
        <translation>算法带宽</translation>
    </message>
    <message>
        <source>size / transfer (nccl-tests, doc/PERFORMANCE.md)</source>
        <translation>大小/ 传输（nccl-tests, doc/PERFORMANCE.md）</translation>
    </message>
    <message>
        <source>busbw</source>
        <translation>总线带宽</translation>
    </message>
    <message>
        <source>algbw x factor: all-reduce 2(n-1)/n; all-gather, reduce-scatter, all-to-all, gather, scatter (n-1)/n; else 1 (nccl-tests)</source>
        <translation>算法带宽 × 系数：all-reduce 为 2(n-1)/n；all-gather、reduce-scatter、all-to-all、gather、scatter 为 (n-1)/n；其余为 1（nccl-tests）</translation>
    </message>
    <message>
        <source>of link peak</source>
        <translation>占链路峰值</translation>
    </message>
    <message>
        <source>busbw / the link&apos;s peak, where the scenario or a person gives one</source>
        <translation>总线带宽/ 链路峰值（场景或用户给出时）</translation>
    </message>
    <message>
        <source>the trace has no collective calls</source>
        <translation>跟踪文件中没有集合通信调用</translation>
    </message>
    <message>
        <source>no collective starts in this range</source>
        <translation>此范围内没有集合通信开始</translation>
    </message>
    <message>
        <source>Kernels</source>
        <translation>内核</translation>
    </message>
    <message>
        <source>Host operators</source>
        <translation>主机算子</translation>
    </message>
    <message>
        <source>name</source>
        <translation>名称</translation>
    </message>
    <message>
        <source>kind</source>
        <translation>类别</translation>
    </message>
    <message>
        <source>What the reader recognised it as</source>
        <translation>读取器识别出的类别</translation>
    </message>
    <message>
        <source>How often it ran</source>
        <translation>运行次数</translation>
    </message>
    <message>
        <source>Sum of the durations</source>
        <translation>时长之和</translation>
    </message>
    <message>
        <source>self</source>
        <translation>自身</translation>
    </message>
    <message>
        <source>Sum of the durations without what the thread called within them</source>
        <translation>时长之和，不含该线程在其中调用的部分</translation>
    </message>
    <message>
        <source>Mean duration</source>
        <translation>平均时长</translation>
    </message>
    <message>
        <source>Half of them take no longer (nearest rank)</source>
        <translation>一半不超过此值（最近秩）</translation>
    </message>
    <message>
        <source>99 of 100 take no longer (nearest rank)</source>
        <translation>百分之九十九不超过此值（最近秩）</translation>
    </message>
    <message>
        <source>shortest</source>
        <translation>最短</translation>
    </message>
    <message>
        <source>The shortest</source>
        <translation>最短的一次</translation>
    </message>
    <message>
        <source>The longest; a double click shows it</source>
        <translation>最长的一次；双击可跳转</translation>
    </message>
    <message>
        <source>On how many ranks it ran</source>
        <translation>在多少个 rank 上运行过</translation>
    </message>
    <message>
        <source>slowest rank</source>
        <translation>最慢 rank</translation>
    </message>
    <message>
        <source>The rank with the largest sum</source>
        <translation>总和最大的 rank</translation>
    </message>
    <message>
        <source>spread</source>
        <translation>离散度</translation>
    </message>
    <message>
        <source>(largest - smallest sum of a rank) / their mean, over the ranks it ran on</source>
        <translation>（各 rank 总和的最大值 - 最小值）/ 平均值</translation>
    </message>
    <message>
        <source>share</source>
        <translation>占比</translation>
    </message>
    <message>
        <source>Self time of all that this table counts</source>
        <translation>自身时间占本表全部自身时间之比</translation>
    </message>
    <message>
        <source>Of the sum over all that this table counts; kernels side by side count each</source>
        <translation>占本表全部总和之比；并行的内核各自计入</translation>
    </message>
    <message>
        <source>no slice in this range says that it computes, communicates, copies or loads</source>
        <translation>此范围内没有切片表明自己在计算、通信、拷贝或加载</translation>
    </message>
    <message>
        <source>no host thread does anything in this range</source>
        <translation>此范围内主机线程没有活动</translation>
    </message>
    <message>
        <source>Ranks without device streams: what their host threads compute, send, copy and load.</source>
        <translation>没有设备流的 rank：其主机线程的计算、发送、拷贝与加载。</translation>
    </message>
    <message>
        <source>Files</source>
        <translation>文件</translation>
    </message>
    <message>
        <source>file</source>
        <translation>文件</translation>
    </message>
    <message>
        <source>Path, or what the log keeps of it</source>
        <translation>路径，或日志所保留的部分</translation>
    </message>
    <message>
        <source>layer</source>
        <translation>层</translation>
    </message>
    <message>
        <source>Through which interface: bytes that MPI-IO or HDF5 moves pass through POSIX too and stand there again</source>
        <translation>通过哪种接口：MPI-IO 或 HDF5 的字节也经过 POSIX，并在那里再次列出</translation>
    </message>
    <message>
        <source>file system</source>
        <translation>文件系统</translation>
    </message>
    <message>
        <source>Type of the file system, where the log says it</source>
        <translation>文件系统类型（日志说明时）</translation>
    </message>
    <message>
        <source>How many ranks touched it; unknown for a record that all ranks share</source>
        <translation>有多少个 rank 访问过；所有 rank 共享的记录则未知</translation>
    </message>
    <message>
        <source>read</source>
        <translation>读取</translation>
    </message>
    <message>
        <source>Bytes read</source>
        <translation>读取的字节数</translation>
    </message>
    <message>
        <source>written</source>
        <translation>写入</translation>
    </message>
    <message>
        <source>Bytes written</source>
        <translation>写入的字节数</translation>
    </message>
    <message>
        <source>reads</source>
        <translation>读次数</translation>
    </message>
    <message>
        <source>Read operations</source>
        <translation>读操作数</translation>
    </message>
    <message>
        <source>writes</source>
        <translation>写次数</translation>
    </message>
    <message>
        <source>Write operations</source>
        <translation>写操作数</translation>
    </message>
    <message>
        <source>opens</source>
        <translation>打开次数</translation>
    </message>
    <message>
        <source>Opens</source>
        <translation>打开次数</translation>
    </message>
    <message>
        <source>read time</source>
        <translation>读时间</translation>
    </message>
    <message>
        <source>Sum over the reads</source>
        <translation>各次读取之和</translation>
    </message>
    <message>
        <source>write time</source>
        <translation>写时间</translation>
    </message>
    <message>
        <source>Sum over the writes</source>
        <translation>各次写入之和</translation>
    </message>
    <message>
        <source>metadata time</source>
        <translation>元数据时间</translation>
    </message>
    <message>
        <source>Sum over opens, closes, stats, seeks and syncs</source>
        <translation>打开、关闭、stat、定位与同步之和</translation>
    </message>
    <message>
        <source>mean read</source>
        <translation>平均读取</translation>
    </message>
    <message>
        <source>Bytes read / reads</source>
        <translation>读取字节数/ 读次数</translation>
    </message>
    <message>
        <source>mean write</source>
        <translation>平均写入</translation>
    </message>
    <message>
        <source>Bytes written / writes</source>
        <translation>写入字节数/ 写次数</translation>
    </message>
    <message>
        <source>read speed</source>
        <translation>读速度</translation>
    </message>
    <message>
        <source>Bytes read / read time: of one operation at a time, not of the ranks together</source>
        <translation>读取字节数/ 读时间：单次操作的速度，而非各 rank 合计</translation>
    </message>
    <message>
        <source>write speed</source>
        <translation>写速度</translation>
    </message>
    <message>
        <source>Bytes written / write time: of one operation at a time</source>
        <translation>写入字节数/ 写时间：单次操作的速度</translation>
    </message>
    <message>
        <source>the run has no file operations</source>
        <translation>此运行没有文件操作</translation>
    </message>
    <message>
        <source>no file is touched in this range</source>
        <translation>此范围内没有访问文件</translation>
    </message>
    <message>
        <source>Where the time goes, by rank</source>
        <translation>时间去向（按 rank）</translation>
    </message>
    <message>
        <source>Where the time goes, by step</source>
        <translation>时间去向（按步）</translation>
    </message>
    <message>
        <source>Why streams idle between kernels (HTA: idle time breakdown)</source>
        <translation>流为何在内核之间空闲（HTA：空闲时间分解）</translation>
    </message>
    <message>
        <source>Who comes last to each collective</source>
        <translation>每次集合通信谁最后到达</translation>
    </message>
    <message>
        <source>Which rank the others wait for</source>
        <translation>其他 rank 在等谁</translation>
    </message>
    <message>
        <source>time</source>
        <translation>时间</translation>
    </message>
    <message>
        <source>From the rank&apos;s first start to its last end, within what is asked for: the parts sum to it</source>
        <translation>从该 rank 的首个开始到最后结束，在所询范围之内：各部分之和等于它</translation>
    </message>
    <message>
        <source>computing</source>
        <translation>计算</translation>
    </message>
    <message>
        <source>overlapped</source>
        <translation>重叠</translation>
    </message>
    <message>
        <source>exposed</source>
        <translation>未重叠</translation>
    </message>
    <message>
        <source>Communicating while not computing</source>
        <translation>通信而未计算</translation>
    </message>
    <message>
        <source>data stall</source>
        <translation>数据停顿</translation>
    </message>
    <message>
        <source>Loading data while neither computing nor communicating</source>
        <translation>加载数据，同时既不计算也不通信</translation>
    </message>
    <message>
        <source>checkpoint</source>
        <translation>检查点</translation>
    </message>
    <message>
        <source>Saving or loading a checkpoint, and none of those</source>
        <translation>保存或加载检查点，且不属于以上各项</translation>
    </message>
    <message>
        <source>copy</source>
        <translation>拷贝</translation>
    </message>
    <message>
        <source>Copying between host and device, and none of those</source>
        <translation>主机与设备间拷贝，且不属于以上各项</translation>
    </message>
    <message>
        <source>other</source>
        <translation>其他</translation>
    </message>
    <message>
        <source>The device busy with what is none of those</source>
        <translation>设备忙于以上各项之外的工作</translation>
    </message>
    <message>
        <source>host-bound</source>
        <translation>受主机限制</translation>
    </message>
    <message>
        <source>Idle because the next kernel was launched only after the idling began (HTA: host wait)</source>
        <translation>空闲，因为下一个内核在空闲开始之后才被启动（HTA：主机等待）</translation>
    </message>
    <message>
        <source>between kernels</source>
        <translation>内核之间</translation>
    </message>
    <message>
        <source>Idle for less than 30 us before a kernel launched in time (HTA: kernel wait)</source>
        <translation>在及时启动的内核之前空闲不足 30 us（HTA：内核等待）</translation>
    </message>
    <message>
        <source>other idle</source>
        <translation>其他空闲</translation>
    </message>
    <message>
        <source>Idle for another reason: waiting for another stream, no kernel left, or a launch that the trace does not show</source>
        <translation>因其他原因空闲：等待另一条流、没有后续内核，或跟踪文件未显示其启动</translation>
    </message>
    <message>
        <source>idle</source>
        <translation>空闲</translation>
    </message>
    <message>
        <source>overlap</source>
        <translation>重叠率</translation>
    </message>
    <message>
        <source>Overlapped / all communication (HTA: communication computation overlap)</source>
        <translation>重叠/ 全部通信（HTA：通信计算重叠）</translation>
    </message>
    <message>
        <source>device time</source>
        <translation>设备时间</translation>
    </message>
    <message>
        <source>First start to last end on the device (HTA: kernel time)</source>
        <translation>设备上首个开始到最后结束（HTA：内核时间）</translation>
    </message>
    <message>
        <source>device idle</source>
        <translation>设备空闲</translation>
    </message>
    <message>
        <source>Device time in which nothing runs (HTA: idle time)</source>
        <translation>设备时间内无任何运行（HTA：空闲时间）</translation>
    </message>
    <message>
        <source>non-compute</source>
        <translation>非计算</translation>
    </message>
    <message>
        <source>Device busy, but not computing (HTA: non-compute time)</source>
        <translation>设备忙但未计算（HTA：非计算时间）</translation>
    </message>
    <message>
        <source>rank</source>
        <translation>rank</translation>
    </message>
    <message>
        <source>Rank of the job; &quot;sum&quot; is over all of them</source>
        <translation>作业中的 rank 号；“sum”为全部之和</translation>
    </message>
    <message>
        <source>taken from</source>
        <translation>取自</translation>
    </message>
    <message>
        <source>Device streams where the rank has any, else host threads</source>
        <translation>有设备流时取设备流，否则取主机线程</translation>
    </message>
    <message>
        <source>step</source>
        <translation>步</translation>
    </message>
    <message>
        <source>As the trace numbers it, else counted from 0</source>
        <translation>按跟踪文件的编号，否则从 0 计</translation>
    </message>
    <message>
        <source>&quot;sum&quot; is over the ranks that have the step</source>
        <translation>“sum”为拥有该步的各 rank 之和</translation>
    </message>
    <message>
        <source>Rank of the job</source>
        <translation>作业中的 rank 号</translation>
    </message>
    <message>
        <source>stream</source>
        <translation>流</translation>
    </message>
    <message>
        <source>Device stream</source>
        <translation>设备流</translation>
    </message>
    <message>
        <source>kernels</source>
        <translation>内核数</translation>
    </message>
    <message>
        <source>Kernels and copies on it</source>
        <translation>其上的内核与拷贝</translation>
    </message>
    <message>
        <source>launch known</source>
        <translation>已知启动</translation>
    </message>
    <message>
        <source>Of them those whose launching call the trace shows</source>
        <translation>其中跟踪文件显示了启动调用的</translation>
    </message>
    <message>
        <source>Sum of the gaps before its kernels</source>
        <translation>其内核之前的间隙之和</translation>
    </message>
    <message>
        <source>host wait</source>
        <translation>主机等待</translation>
    </message>
    <message>
        <source>Gaps before a kernel whose launch began after the kernel before it had ended</source>
        <translation>内核的启动晚于前一内核结束时的间隙</translation>
    </message>
    <message>
        <source>kernel wait</source>
        <translation>内核等待</translation>
    </message>
    <message>
        <source>Other gaps shorter than 30 us</source>
        <translation>其他短于 30 us 的间隙</translation>
    </message>
    <message>
        <source>The rest</source>
        <translation>其余</translation>
    </message>
    <message>
        <source>host wait share</source>
        <translation>主机等待占比</translation>
    </message>
    <message>
        <source>Of the stream&apos;s idle time</source>
        <translation>占该流空闲时间</translation>
    </message>
    <message>
        <source>no.</source>
        <translation>编号</translation>
    </message>
    <message>
        <source>The collective&apos;s number in the run, by its first start</source>
        <translation>该集合通信在运行中的编号，按首个开始排序</translation>
    </message>
    <message>
        <source>first start</source>
        <translation>首个开始</translation>
    </message>
    <message>
        <source>When the first rank began, on the run&apos;s axis</source>
        <translation>首个 rank 开始的时刻，以运行的时间轴计</translation>
    </message>
    <message>
        <source>The largest input of a rank</source>
        <translation>各 rank 输入中的最大值</translation>
    </message>
    <message>
        <source>last rank</source>
        <translation>最晚的 rank</translation>
    </message>
    <message>
        <source>The rank that starts last: the others wait for it</source>
        <translation>最后开始的 rank：其他 rank 在等它</translation>
    </message>
    <message>
        <source>longest wait</source>
        <translation>最长等待</translation>
    </message>
    <message>
        <source>First start to last end</source>
        <translation>首个开始到最后结束</translation>
    </message>
    <message>
        <source>collectives</source>
        <translation>集合通信数</translation>
    </message>
    <message>
        <source>It took part in, seen on at least two ranks</source>
        <translation>参与过的，且至少在两个 rank 上可见</translation>
    </message>
    <message>
        <source>came last</source>
        <translation>最后到达</translation>
    </message>
    <message>
        <source>How often it started last</source>
        <translation>最后开始的次数</translation>
    </message>
    <message>
        <source>Came last / collectives</source>
        <translation>最后到达/ 集合通信数</translation>
    </message>
    <message>
        <source>made others wait</source>
        <translation>使他人等待</translation>
    </message>
    <message>
        <source>waited</source>
        <translation>等待</translation>
    </message>
    <message>
        <source>Sum of last start - its own start</source>
        <translation>（最后开始 - 自己开始）之和</translation>
    </message>
    <message>
        <source>the run has no ranks</source>
        <translation>此运行没有 rank</translation>
    </message>
    <message>
        <source>no steps are marked or recognised in this range</source>
        <translation>此范围内没有标出或识别出的步</translation>
    </message>
    <message>
        <source>no device stream has kernels in this range</source>
        <translation>此范围内没有设备流运行内核</translation>
    </message>
    <message>
        <source>the run has no collectives</source>
        <translation>此运行没有集合通信</translation>
    </message>
    <message>
        <source>no collective in this range is seen on two ranks: open the traces of several ranks together</source>
        <translation>此范围内没有在两个 rank 上可见的集合通信：请一起打开多个 rank 的跟踪文件</translation>
    </message>
    <message>
        <source>Without stragglers (what-if replay of the pipeline)</source>
        <translation>无掉队者的情形（流水线假设重放）</translation>
    </message>
    <message>
        <source>What slows the step down</source>
        <translation>什么拖慢了一步</translation>
    </message>
    <message>
        <source>What each worker slows the step down by</source>
        <translation>每个工作者拖慢一步的程度</translation>
    </message>
    <message>
        <source>Steps, as measured and without stragglers</source>
        <translation>各步：实测与无掉队者</translation>
    </message>
    <message>
        <source>step, measured</source>
        <translation>步长（实测）</translation>
    </message>
    <message>
        <source>Mean over the steps, first start to last end</source>
        <translation>各步的平均，首个开始到最后结束</translation>
    </message>
    <message>
        <source>T</source>
        <translation>T</translation>
    </message>
    <message>
        <source>Mean step of a replay with the measured durations and no launch delays</source>
        <translation>以实测时长、无启动延迟重放的平均步长</translation>
    </message>
    <message>
        <source>T ideal</source>
        <translation>T 理想</translation>
    </message>
    <message>
        <source>The same with every operation as long as its type&apos;s mean (computing) or median (communication)</source>
        <translation>同上，但每个操作取其类型的平均（计算）或中位数（通信）</translation>
    </message>
    <message>
        <source>slowdown S</source>
        <translation>减慢 S</translation>
    </message>
    <message>
        <source>T / T ideal (Understanding Stragglers in Large Model Training Using What-if Analysis, Eq. 1)</source>
        <translation>T/ T 理想（Understanding Stragglers in Large Model Training Using What-if Analysis，式 1）</translation>
    </message>
    <message>
        <source>M_W</source>
        <translation>M_W</translation>
    </message>
    <message>
        <source>Share of T - T ideal that goes when the slowest 3 % of the workers are made ideal (Eq. 5)</source>
        <translation>将最慢 3 % 的工作者理想化后消除的 T - T 理想之比（式 5）</translation>
    </message>
    <message>
        <source>M_S</source>
        <translation>M_S</translation>
    </message>
    <message>
        <source>Share that goes when the last stage is made ideal</source>
        <translation>将最后阶段理想化后消除的比例</translation>
    </message>
    <message>
        <source>steps</source>
        <translation>步数</translation>
    </message>
    <message>
        <source>Steps replayed</source>
        <translation>重放的步数</translation>
    </message>
    <message>
        <source>DP ranks</source>
        <translation>DP rank 数</translation>
    </message>
    <message>
        <source>Data-parallel ranks</source>
        <translation>数据并行 rank 数</translation>
    </message>
    <message>
        <source>stages</source>
        <translation>阶段数</translation>
    </message>
    <message>
        <source>Pipeline stages</source>
        <translation>流水线阶段数</translation>
    </message>
    <message>
        <source>slowest workers</source>
        <translation>最慢工作者</translation>
    </message>
    <message>
        <source>The ranks that M_W makes ideal</source>
        <translation>M_W 所理想化的 rank</translation>
    </message>
    <message>
        <source>What is told apart</source>
        <translation>按什么区分</translation>
    </message>
    <message>
        <source>part</source>
        <translation>部分</translation>
    </message>
    <message>
        <source>Which alone keeps its measured durations in the ideal replay</source>
        <translation>唯独它在理想重放中保留实测时长</translation>
    </message>
    <message>
        <source>slowdown</source>
        <translation>减慢</translation>
    </message>
    <message>
        <source>Step with only this part as measured / T ideal (Eq. 2)</source>
        <translation>仅此部分为实测的步长/ T 理想（式 2）</translation>
    </message>
    <message>
        <source>Mean step with only this part as measured</source>
        <translation>仅此部分为实测的平均步长</translation>
    </message>
    <message>
        <source>Rank of the run</source>
        <translation>运行中的 rank 号</translation>
    </message>
    <message>
        <source>DP rank</source>
        <translation>DP rank</translation>
    </message>
    <message>
        <source>Data-parallel rank</source>
        <translation>数据并行 rank 号</translation>
    </message>
    <message>
        <source>stage</source>
        <translation>阶段</translation>
    </message>
    <message>
        <source>Pipeline stage</source>
        <translation>流水线阶段</translation>
    </message>
    <message>
        <source>The less of its DP rank&apos;s and its stage&apos;s slowdown (Eq. 4)</source>
        <translation>其 DP rank 与其阶段减慢的较小者（式 4）</translation>
    </message>
    <message>
        <source>As the trace numbers it</source>
        <translation>按跟踪文件的编号</translation>
    </message>
    <message>
        <source>measured</source>
        <translation>实测</translation>
    </message>
    <message>
        <source>Replayed without launch delays</source>
        <translation>无启动延迟的重放</translation>
    </message>
    <message>
        <source>Replayed without stragglers</source>
        <translation>无掉队者的重放</translation>
    </message>
    <message>
        <source>T / T ideal of the step</source>
        <translation>该步的 T/ T 理想</translation>
    </message>
    <message>
        <source>Not shown here, but in the CSV: %1</source>
        <translation>此处未显示，但在 CSV 中：%1</translation>
    </message>
    <message>
        <source>%n more rows</source>
        <translation>另有 %n 行</translation>
    </message>
    <message>
        <source>%n more columns</source>
        <translation>另有 %n 列</translation>
    </message>
    <message>
        <source>data stall, share</source>
        <translation>数据停顿占比</translation>
    </message>
    <message>
        <source>Data stall / time</source>
        <translation>数据停顿 / 时间</translation>
    </message>
    <message>
        <source>Computing only + overlapped: union of the computing slices of the device&apos;s streams (HTA: compute time)</source>
        <translation>仅计算 + 重叠：该设备各流上计算切片的并集（HTA：compute time）</translation>
    </message>
    <message>
        <source>Computing and communicating at once</source>
        <translation>同时进行计算和通信</translation>
    </message>
    <message>
        <source>Host-bound + between kernels + other idle</source>
        <translation>受主机限制 + 核函数之间 + 其他空闲</translation>
    </message>
    <message>
        <source>Of a rank that shows neither computing nor communication: not told. The columns from computing only to here sum to time</source>
        <translation>该 rank 既无计算也无通信记录：无从得知。从“仅计算”到本列之和等于时间</translation>
    </message>
    <message>
        <source>computing only</source>
        <translation>仅计算</translation>
    </message>
    <message>
        <source>Computing while not communicating: HTA&apos;s compute time without the overlapped part</source>
        <translation>计算且未通信：HTA 的 compute time 去掉重叠部分</translation>
    </message>
    <message>
        <source>all idle</source>
        <translation>全部空闲</translation>
    </message>
    <message>
        <source>As the trace names it; NCCL writes RING into the name of every kernel that sends and receives, which says nothing</source>
        <translation>跟踪所给的名称；NCCL 在每个收发内核的名称里都写有 RING，这并不说明什么</translation>
    </message>
    <message>
        <source>compared</source>
        <translation>参与比较</translation>
    </message>
    <message>
        <source>Of its ranks those in the run</source>
        <translation>其 rank 中在此运行内的</translation>
    </message>
    <message>
        <source>first rank</source>
        <translation>最先的 rank</translation>
    </message>
    <message>
        <source>The rank that starts first: it waits longest</source>
        <translation>最先开始的 rank：它等待最久</translation>
    </message>
    <message>
        <source>Last start - first start: what the first rank waits in this one collective</source>
        <translation>最后开始 - 首个开始：最先的 rank 在这一次集合通信中的等待</translation>
    </message>
    <message>
        <source>waits, sum</source>
        <translation>等待之和</translation>
    </message>
    <message>
        <source>Sum over the ranks of last start - own start: waits at the same time count each, so the run would gain less</source>
        <translation>各 rank（最后开始 - 自己开始）之和：同时的等待各自计入，因此运行的收益更小</translation>
    </message>
    <message>
        <source>Sum over the collectives it came last to, and over the ranks that waited: waits at the same time count each, so the run would gain less</source>
        <translation>对其最后到达的集合通信、并对等待的 rank 求和：同时的等待各自计入，因此运行的收益更小</translation>
    </message>
    <message>
        <source>Of the longest wait the part before the recording of the last rank begins: it may be the recording that is late, not the rank</source>
        <translation>最长等待中，在最后 rank 的记录开始之前的部分：晚的可能是记录，而不是该 rank</translation>
    </message>
    <message>
        <source>the trace has no times</source>
        <translation>此跟踪没有时间</translation>
    </message>
    <message>
        <source>Who waits longest, and for whom</source>
        <translation>谁等待最久，在等谁</translation>
    </message>
    <message>
        <source>waited in collectives</source>
        <translation>在集合通信中等待</translation>
    </message>
    <message>
        <source>Sum over its collectives of last start - its own start: the time from its call to that of the last rank</source>
        <translation>对其各次集合通信求和：最后开始时间 - 自身开始时间，即从自身调用到最后一个 rank 调用的时间</translation>
    </message>
    <message>
        <source>share of the run</source>
        <translation>占运行时间</translation>
    </message>
    <message>
        <source>Waited / length of the run, or of the range that is looked at</source>
        <translation>等待 / 运行（或所看范围）的长度</translation>
    </message>
    <message>
        <source>mostly for rank</source>
        <translation>最常等的 rank</translation>
    </message>
    <message>
        <source>The rank that came last most often where this one waited; of equals the one it waited longer for</source>
        <translation>此 rank 等待时最常最后到达的 rank；次数相同时取等待更久者</translation>
    </message>
    <message>
        <source>for that rank</source>
        <translation>为该 rank</translation>
    </message>
    <message>
        <source>Of what it waited the part for that rank</source>
        <translation>其等待中为该 rank 的部分</translation>
    </message>
    <message>
        <source>times</source>
        <translation>次数</translation>
    </message>
    <message>
        <source>How often that rank came last where this one waited</source>
        <translation>此 rank 等待时该 rank 最后到达的次数</translation>
    </message>
    <message>
        <source>waits</source>
        <translation>等待次数</translation>
    </message>
    <message>
        <source>In how many collectives it waited</source>
        <translation>在多少次集合通信中等待过</translation>
    </message>
    <message>
        <source>made others wait, unrecorded</source>
        <translation>使他人等待，未记录部分</translation>
    </message>
    <message>
        <source>Of made others wait the part before its recording begins, summed over the ranks alike: it may be the recording that is late, not the rank</source>
        <translation>“使他人等待”中在其记录开始之前的部分，同样对各 rank 求和：晚的可能是记录，而不是该 rank</translation>
    </message>
    <message>
        <source>longest wait, unrecorded</source>
        <translation>最长等待，未记录部分</translation>
    </message>
</context>
<context>
    <name>weir::BackgroundStrip</name>
    <message>
        <source>Progress</source>
        <translation>进度</translation>
    </message>
    <message>
        <source>Stop</source>
        <translation>停止</translation>
    </message>
    <message>
        <source>Stop this analysis; what is shown stays as it is</source>
        <translation>停止此分析；已显示的内容保持不变</translation>
    </message>
    <message>
        <source>Working</source>
        <translation>正在计算</translation>
    </message>
</context>
<context>
    <name>weir::CompareCanvas</name>
    <message>
        <source>Two runs on one axis</source>
        <translation>同一时间轴上的两次运行</translation>
    </message>
</context>
<context>
    <name>weir::CompareView</name>
    <message>
        <source>Run A, the base</source>
        <translation>运行 A，基准</translation>
    </message>
    <message>
        <source>Run B, compared with it</source>
        <translation>运行 B，与之比较</translation>
    </message>
    <message>
        <source>The base: differences are B − A, ratios B / A</source>
        <translation>基准：差为 B − A，比为 B / A</translation>
    </message>
    <message>
        <source>A</source>
        <translation>A</translation>
    </message>
    <message>
        <source>B</source>
        <translation>B</translation>
    </message>
    <message>
        <source>Step</source>
        <translation>步</translation>
    </message>
    <message>
        <source>Swap A and B</source>
        <translation>交换 A 与 B</translation>
    </message>
    <message>
        <source>all</source>
        <translation>全部</translation>
    </message>
    <message>
        <source>Copy as CSV</source>
        <translation>复制为 CSV</translation>
    </message>
    <message>
        <source>The table below, as it is sorted, with units in its header</source>
        <translation>下方表格，按当前排序，表头带单位</translation>
    </message>
    <message>
        <source>Whole step</source>
        <translation>整步</translation>
    </message>
    <message>
        <source>Zoom out to all of it (Home)</source>
        <translation>缩小到全部（Home）</translation>
    </message>
    <message>
        <source>Two runs appear here side by side</source>
        <translation>此处并排显示两次运行</translation>
    </message>
    <message>
        <source>One run is open: a second one is needed</source>
        <translation>只打开了一次运行：还需要第二次</translation>
    </message>
    <message>
        <source>Being compared…</source>
        <translation>正在比较…</translation>
    </message>
    <message>
        <source>%1 against %2</source>
        <translation>%1 对比 %2</translation>
    </message>
    <message>
        <source>no run is open; two are needed</source>
        <translation>没有打开运行；需要两次</translation>
    </message>
    <message>
        <source>fewer than two runs are shown</source>
        <translation>显示的运行少于两次</translation>
    </message>
    <message>
        <source>Compare</source>
        <translation>比较</translation>
    </message>
    <message>
        <source>Which step of both runs is drawn, from its begin, as their traces number it (A | B where they differ); the tables count all steps that are compared</source>
        <translation>绘制两次运行的哪一步（自其开始），按跟踪文件的编号（不同时为 A | B）；表格统计所比较的全部步</translation>
    </message>
    <message>
        <source>Visible time only</source>
        <translation>仅可见时间</translation>
    </message>
    <message>
        <source>Measured time only</source>
        <translation>仅测量时间</translation>
    </message>
    <message>
        <source>Compare only what lies in the measured range, where one is dragged, else in the time that the timeline shows: the steps of which at least half lies in it, or what starts in it where a run has none there</source>
        <translation>只比较测量范围内的内容（若已拖出），否则为时间线显示的时间：至少一半位于其中的步；若某次运行在那里没有步，则为其中开始的内容</translation>
    </message>
    <message>
        <source>Two studies…</source>
        <translation>两个研究…</translation>
    </message>
    <message>
        <source>Hold all runs of one .weir file against those of another</source>
        <translation>将一个 .weir 文件的所有运行与另一个的对比</translation>
    </message>
    <message>
        <source>Stopped: nothing was compared</source>
        <translation>已停止：未作比较</translation>
    </message>
    <message>
        <source>Choose a run, or swap A and B, to compare them again.</source>
        <translation>选择一次运行，或交换 A 与 B，即可再次比较。</translation>
    </message>
    <message>
        <source>The runs could not be compared</source>
        <translation>无法比较这两次运行</translation>
    </message>
    <message>
        <source>Fewer than two runs are shown</source>
        <translation>显示的运行少于两个</translation>
    </message>
    <message>
        <source>Tick two of them in the Runs panel.</source>
        <translation>请在“运行”面板中勾选两个。</translation>
    </message>
    <message>
        <source>Drag another range in the timeline, or untick “Measured time only”.</source>
        <translation>请在时间线中拖出另一个范围，或取消勾选“仅测量时间”。</translation>
    </message>
    <message>
        <source>Show more of the time in the timeline, or untick “Visible time only”.</source>
        <translation>请在时间线中显示更多时间，或取消勾选“仅可见时间”。</translation>
    </message>
    <message>
        <source>Neither run holds anything that could be compared.
Their slices, collectives, I/O and power readings are what is looked at; Import says what a file brought.</source>
        <translation>两次运行都没有可比较的内容。
比较的是切片、集合通信、I/O 与功率读数；“导入”说明文件带来了什么。</translation>
    </message>
    <message>
        <source>the whole</source>
        <translation>全部</translation>
    </message>
    <message>
        <source>Only the measured time: %1 of A, %2 of B.</source>
        <translation>仅测量时间：A 的%1，B 的%2。</translation>
    </message>
    <message>
        <source>Only the visible time: %1 of A, %2 of B.</source>
        <translation>仅可见时间：A 的%1，B 的%2。</translation>
    </message>
    <message>
        <source>steps %1–%2</source>
        <translation>第 %1–%2 步</translation>
    </message>
    <message>
        <source>step %1</source>
        <translation>第 %1 步</translation>
    </message>
    <message>
        <source>Open two traces, or a study that keeps two runs (File ▸ Open). Whole studies: Run ▸ Compare two studies.</source>
        <translation>打开两个跟踪文件，或一个保存了两次运行的研究（文件 ▸ 打开）。整个研究：运行 ▸ 比较两个研究。</translation>
    </message>
    <message>
        <source>Open another trace, or a study that keeps a run (File ▸ Open).</source>
        <translation>打开另一个跟踪文件，或一个保存了运行的研究（文件 ▸ 打开）。</translation>
    </message>
    <message>
        <source>without a name</source>
        <translation>未命名</translation>
    </message>
    <message>
        <source>Or simulate the scenario in hand, “%1”, if it is about this run.</source>
        <translation>或仿真当前场景“%1”，如果它描述的是此运行。</translation>
    </message>
    <message>
        <source>Whole studies: Run ▸ Compare two studies.</source>
        <translation>整个研究：运行 ▸ 比较两个研究。</translation>
    </message>
    <message>
        <source>The scenario in hand, “%1”, is about another job: it has %2 ranks, this run %3.</source>
        <translation>当前场景“%1”描述的是另一作业：它有 %2 个 rank，此运行有 %3 个。</translation>
    </message>
</context>
<context>
    <name>weir::CriticalPathView</name>
    <message>
        <source>Assume hand-overs</source>
        <translation>推断交接</translation>
    </message>
    <message>
        <source>Show the changed path</source>
        <translation>显示改变后的路径</translation>
    </message>
    <message>
        <source>Run</source>
        <translation>运行</translation>
    </message>
    <message>
        <source>Which time is followed</source>
        <translation>分析哪段时间</translation>
    </message>
    <message>
        <source>The whole run, the measured or visible range of time, or one training step</source>
        <translation>整个运行、测量或可见的时间范围，或一个训练步</translation>
    </message>
    <message>
        <source>Rows of the table</source>
        <translation>表格的行</translation>
    </message>
    <message>
        <source>by name</source>
        <translation>按名称</translation>
    </message>
    <message>
        <source>by activity</source>
        <translation>按活动</translation>
    </message>
    <message>
        <source>by rank</source>
        <translation>按 rank</translation>
    </message>
    <message>
        <source>The path as it would be with the changes below, in its own time</source>
        <translation>按下方改变后的路径，以其自身时间为轴</translation>
    </message>
    <message>
        <source>From the first to the last event of what is followed; the path&apos;s segments add up to it exactly</source>
        <translation>从所分析内容的首个事件到最后一个事件；路径各段之和与之完全相等</translation>
    </message>
    <message>
        <source>What to shorten</source>
        <translation>应缩短什么</translation>
    </message>
    <message>
        <source>Copy as CSV</source>
        <translation>复制为 CSV</translation>
    </message>
    <message>
        <source>Show the longest in the timeline</source>
        <translation>在时间线中显示最长段</translation>
    </message>
    <message>
        <source>What if it were twice as fast</source>
        <translation>假如它快一倍</translation>
    </message>
    <message>
        <source>The critical path could not be worked out</source>
        <translation>无法求出关键路径</translation>
    </message>
    <message>
        <source>Stopped</source>
        <translation>已停止</translation>
    </message>
    <message>
        <source>Choose a run or a range of time to begin again.</source>
        <translation>选择一个运行或时间范围以重新开始。</translation>
    </message>
    <message>
        <source>the whole run</source>
        <translation>整个运行</translation>
    </message>
    <message>
        <source>the measured or visible range</source>
        <translation>测量或可见范围</translation>
    </message>
    <message>
        <source>step %1</source>
        <translation>步 %1</translation>
    </message>
    <message>
        <source>this run has no step %1</source>
        <translation>此运行没有第 %1 步</translation>
    </message>
    <message>
        <source>Choose what would be faster; the new length of the run stands here.</source>
        <translation>选择什么会更快；新的运行时长显示在此。</translation>
    </message>
    <message>
        <source>%1 instead of %2: %3 less (%4)</source>
        <translation>%1，原为 %2：少 %3（%4）</translation>
    </message>
    <message>
        <source>%1 instead of %2: %3 more (%4)</source>
        <translation>%1，原为 %2：多 %3（%4）</translation>
    </message>
    <message>
        <source>Working</source>
        <translation>正在计算</translation>
    </message>
    <message>
        <source>No critical path</source>
        <translation>没有关键路径</translation>
    </message>
    <message>
        <source>Critical path of %1: %2</source>
        <translation>%1 的关键路径：%2</translation>
    </message>
    <message>
        <source>as it would be: %1</source>
        <translation>假设：%1</translation>
    </message>
    <message>
        <source>makespan %1</source>
        <translation>总时长 %1</translation>
    </message>
    <message>
        <source>every %1</source>
        <translation>所有 %1</translation>
    </message>
    <message>
        <source>every collective</source>
        <translation>所有集合通信</translation>
    </message>
    <message>
        <source>the network</source>
        <translation>网络</translation>
    </message>
    <message>
        <source>all %1</source>
        <translation>全部%1</translation>
    </message>
    <message>
        <source>no data stall</source>
        <translation>无数据等待</translation>
    </message>
    <message>
        <source>no launch delay</source>
        <translation>无启动延迟</translation>
    </message>
    <message>
        <source>no unexplained gaps</source>
        <translation>无无法解释的空隙</translation>
    </message>
    <message>
        <source>on the critical path</source>
        <translation>在关键路径上</translation>
    </message>
    <message>
        <source>share</source>
        <translation>占比</translation>
    </message>
    <message>
        <source>what</source>
        <translation>内容</translation>
    </message>
    <message>
        <source>kind</source>
        <translation>类别</translation>
    </message>
    <message>
        <source>rank</source>
        <translation>rank</translation>
    </message>
    <message>
        <source>track</source>
        <translation>轨道</translation>
    </message>
    <message>
        <source>waited for</source>
        <translation>等待的是</translation>
    </message>
    <message>
        <source>rank %1</source>
        <translation>rank %1</translation>
    </message>
    <message>
        <source>begins after</source>
        <translation>始于</translation>
    </message>
    <message>
        <source>nothing is open</source>
        <translation>没有打开任何内容</translation>
    </message>
    <message>
        <source>no run is shown: make one visible in the list of runs</source>
        <translation>没有显示任何运行：请在运行列表中将其设为可见</translation>
    </message>
    <message>
        <source>this run holds no events that follow each other: open a trace with slices, not sums</source>
        <translation>此运行不含先后相继的事件：请打开含切片而非汇总的踪迹</translation>
    </message>
    <message>
        <source>Critical path</source>
        <translation>关键路径</translation>
    </message>
    <message>
        <source>the network at a rate of</source>
        <translation>网络速率为</translation>
    </message>
    <message>
        <source>In the timeline</source>
        <translation>显示在时间线中</translation>
    </message>
    <message>
        <source>The timeline marks the measured path: a line under what it goes through, dotted where it is a delay</source>
        <translation>时间线标出实测路径：经过处下方画线，延迟处为虚线</translation>
    </message>
    <message>
        <source>by collective</source>
        <translation>按集合通信</translation>
    </message>
    <message>
        <source>find in the table</source>
        <translation>在表中查找</translation>
    </message>
    <message>
        <source>Find in the table</source>
        <translation>在表中查找</translation>
    </message>
    <message>
        <source>Shows the rows that hold this anywhere: a name, #17, a size, a step</source>
        <translation>只显示任意位置含此内容的行：名称、#17、大小、步</translation>
    </message>
    <message>
        <source>This cannot be changed: only what the run does can be, not where it begins</source>
        <translation>无法改变：只能改变运行所做的内容，不能改变它的起点</translation>
    </message>
    <message>
        <source>collective</source>
        <translation>集合通信</translation>
    </message>
    <message>
        <source>%1 on the path, %2</source>
        <translation>路径上 %1，%2</translation>
    </message>
    <message>
        <source>selected: %1</source>
        <translation>所选：%1</translation>
    </message>
    <message>
        <source>selected: every %1</source>
        <translation>所选：所有 %1</translation>
    </message>
    <message>
        <source>%1 more in the table by collective …</source>
        <translation>其余 %1 个见按集合通信的表 …</translation>
    </message>
    <message>
        <source>link %1–%2 · %3</source>
        <translation>链路 %1–%2 · %3</translation>
    </message>
    <message>
        <source>rank %1 comes less late · nobody waited for it</source>
        <translation>rank %1 少迟到 · 无人为其等待</translation>
    </message>
    <message>
        <source>busy %1 of the time</source>
        <translation>%1 的时间繁忙</translation>
    </message>
    <message>
        <source>link %1 · %2</source>
        <translation>链路 %1 · %2</translation>
    </message>
    <message>
        <source>%1.</source>
        <translation>%1。</translation>
    </message>
    <message>
        <source>Stopped: move a slider to begin again.</source>
        <translation>已停止：移动滑块可重新开始。</translation>
    </message>
    <message>
        <source>All gains</source>
        <translation>全部收益</translation>
    </message>
    <message>
        <source>Plays the run again without each row that has no gain yet: in a large run that takes a while, and can be stopped</source>
        <translation>对尚无收益的每一行，去掉它重新推演：在大型运行中需要一些时间，可以停止</translation>
    </message>
    <message>
        <source>not worked out: the longest rows are played again first; &quot;All gains&quot; above the table does it for all</source>
        <translation>未算出：先推演最长的各行；表上方的“全部收益”可算出所有行</translation>
    </message>
    <message>
        <source>%1, as it is</source>
        <translation>%1，与原来相同</translation>
    </message>
    <message>
        <source>What belongs to no rank cannot be changed by its rank: choose it by name</source>
        <translation>不属于任何 rank 的内容不能按 rank 更改：请按名称选择</translation>
    </message>
    <message>
        <source>not worked out: gains are of the path as it was measured; &quot;Show the changed path&quot; hides them</source>
        <translation>未算出：收益属于测得的路径；“显示改变后的路径”时不显示</translation>
    </message>
    <message>
        <source>rank %1 comes less late · others waited %2 for it in sum</source>
        <translation>rank %1 少迟到 · 其他成员为其等待合计 %2</translation>
    </message>
    <message>
        <source>makespan %1, without the change %2</source>
        <translation>总时长 %1，不作更改时为 %2</translation>
    </message>
    <message>
        <source>longest off the path, %1</source>
        <translation>路径之外最长，%1</translation>
    </message>
</context>
<context>
    <name>weir::DistributionCanvas</name>
    <message>
        <source>Distribution of durations</source>
        <translation>时长分布</translation>
    </message>
    <message>
        <source>No durations here</source>
        <translation>此处没有时长</translation>
    </message>
</context>
<context>
    <name>weir::IoCanvas</name>
    <message>
        <source>I/O report</source>
        <translation>I/O 报告</translation>
    </message>
</context>
<context>
    <name>weir::IoTable</name>
    <message>
        <source>unknown</source>
        <translation>未知</translation>
    </message>
    <message>
        <source>Layers</source>
        <translation>层</translation>
    </message>
    <message>
        <source>Files</source>
        <translation>文件</translation>
    </message>
    <message>
        <source>Kinds</source>
        <translation>类别</translation>
    </message>
    <message>
        <source>Extensions</source>
        <translation>扩展名</translation>
    </message>
    <message>
        <source>Mounts</source>
        <translation>挂载点</translation>
    </message>
    <message>
        <source>Ranks</source>
        <translation>Rank</translation>
    </message>
    <message>
        <source>Phases</source>
        <translation>阶段</translation>
    </message>
    <message>
        <source>Epochs</source>
        <translation>Epoch</translation>
    </message>
    <message>
        <source>Steps</source>
        <translation>训练步</translation>
    </message>
    <message>
        <source>Read</source>
        <translation>读取</translation>
    </message>
    <message>
        <source>Bytes read</source>
        <translation>读取的字节</translation>
    </message>
    <message>
        <source>Written</source>
        <translation>写入</translation>
    </message>
    <message>
        <source>Bytes written</source>
        <translation>写入的字节</translation>
    </message>
    <message>
        <source>Reads</source>
        <translation>读次数</translation>
    </message>
    <message>
        <source>Read operations</source>
        <translation>读操作</translation>
    </message>
    <message>
        <source>Writes</source>
        <translation>写次数</translation>
    </message>
    <message>
        <source>Write operations</source>
        <translation>写操作</translation>
    </message>
    <message>
        <source>Opens</source>
        <translation>打开</translation>
    </message>
    <message>
        <source>Files opened</source>
        <translation>打开的文件</translation>
    </message>
    <message>
        <source>Stats, seeks, syncs</source>
        <translation>查询、定位、同步</translation>
    </message>
    <message>
        <source>Operations that ask, seek or sync</source>
        <translation>查询、定位或同步的操作</translation>
    </message>
    <message>
        <source>Reading</source>
        <translation>读时间</translation>
    </message>
    <message>
        <source>Time in reads, summed over the ranks</source>
        <translation>读取时间，对 rank 求和</translation>
    </message>
    <message>
        <source>Writing</source>
        <translation>写时间</translation>
    </message>
    <message>
        <source>Time in writes, summed over the ranks</source>
        <translation>写入时间，对 rank 求和</translation>
    </message>
    <message>
        <source>Metadata</source>
        <translation>元数据</translation>
    </message>
    <message>
        <source>Time in opening, closing, seeking, asking and syncing, summed over the ranks</source>
        <translation>打开、关闭、定位、查询和同步的时间，对 rank 求和</translation>
    </message>
    <message>
        <source>Layer</source>
        <translation>层</translation>
    </message>
    <message>
        <source>The interface that was called</source>
        <translation>被调用的接口</translation>
    </message>
    <message>
        <source>Different files</source>
        <translation>不同的文件</translation>
    </message>
    <message>
        <source>In the total</source>
        <translation>计入总计</translation>
    </message>
    <message>
        <source>Estimated bandwidth</source>
        <translation>估计带宽</translation>
    </message>
    <message>
        <source>Bytes over the slowest rank&apos;s time in files of its own plus the slowest rank&apos;s time in each shared file (Darshan&apos;s agg_perf_by_slowest)</source>
        <translation>字节数除以最慢 rank 在自有文件中的时间加上每个共享文件中最慢 rank 的时间（Darshan 的 agg_perf_by_slowest）</translation>
    </message>
    <message>
        <source>Sequential reads</source>
        <translation>顺序读</translation>
    </message>
    <message>
        <source>Reads at a higher offset than the last of this rank in this file</source>
        <translation>偏移高于该 rank 在该文件中上次读取的读取</translation>
    </message>
    <message>
        <source>Sequential writes</source>
        <translation>顺序写</translation>
    </message>
    <message>
        <source>Writes at a higher offset than the last of this rank in this file</source>
        <translation>偏移高于该 rank 在该文件中上次写入的写入</translation>
    </message>
    <message>
        <source>yes</source>
        <translation>是</translation>
    </message>
    <message>
        <source>no, the same bytes again</source>
        <translation>否，是同样的字节</translation>
    </message>
    <message>
        <source>File</source>
        <translation>文件</translation>
    </message>
    <message>
        <source>Kind</source>
        <translation>类别</translation>
    </message>
    <message>
        <source>What the file is for, by its name and whether it was only written</source>
        <translation>文件的用途，由名称以及是否只被写入判断</translation>
    </message>
    <message>
        <source>Ranks that touched it, as far as they are known one by one</source>
        <translation>触及它的 rank，限于逐个已知者</translation>
    </message>
    <message>
        <source>Extent</source>
        <translation>范围</translation>
    </message>
    <message>
        <source>Highest byte touched: its size, as far as it is known</source>
        <translation>触及的最高字节：已知的文件大小</translation>
    </message>
    <message>
        <source>Read amplification</source>
        <translation>读放大</translation>
    </message>
    <message>
        <source>Bytes read over different bytes read; with ≥ over the extent, so at least so often</source>
        <translation>读取的字节除以其中不同的字节；带 ≥ 时除以范围，因此至少这么多次</translation>
    </message>
    <message>
        <source>Mount</source>
        <translation>挂载点</translation>
    </message>
    <message>
        <source>all</source>
        <translation>全部</translation>
    </message>
    <message>
        <source>Extension</source>
        <translation>扩展名</translation>
    </message>
    <message>
        <source>File system</source>
        <translation>文件系统</translation>
    </message>
    <message>
        <source>Its type as the log&apos;s table of mounts has it, and what tier that usually is</source>
        <translation>日志挂载表中的类型，以及通常对应的存储层级</translation>
    </message>
    <message>
        <source>Below 1 MiB</source>
        <translation>小于 1 MiB</translation>
    </message>
    <message>
        <source>Files whose highest byte touched lies below 1 MiB</source>
        <translation>触及的最高字节低于 1 MiB 的文件</translation>
    </message>
    <message>
        <source>none</source>
        <translation>无</translation>
    </message>
    <message>
        <source>Rank</source>
        <translation>Rank</translation>
    </message>
    <message>
        <source>Time</source>
        <translation>时间</translation>
    </message>
    <message>
        <source>From the rank&apos;s first slice or operation to its last</source>
        <translation>从该 rank 的第一个切片或操作到最后一个</translation>
    </message>
    <message>
        <source>In I/O</source>
        <translation>I/O 时间</translation>
    </message>
    <message>
        <source>Union over its threads of the operations of the layers that count</source>
        <translation>计入的层的操作在其各线程上的并集</translation>
    </message>
    <message>
        <source>Of it hidden</source>
        <translation>其中被掩盖</translation>
    </message>
    <message>
        <source>Share of the time in I/O that ran beside computing</source>
        <translation>I/O 时间中与计算并行的比例</translation>
    </message>
    <message>
        <source>Data stall</source>
        <translation>数据停顿</translation>
    </message>
    <message>
        <source>Loading data while neither computing nor communicating</source>
        <translation>在既不计算也不通信时加载数据</translation>
    </message>
    <message>
        <source>Data stall of steps</source>
        <translation>训练步的数据停顿</translation>
    </message>
    <message>
        <source>all, in shared files</source>
        <translation>全部，共享文件</translation>
    </message>
    <message>
        <source>Phase</source>
        <translation>阶段</translation>
    </message>
    <message>
        <source>Lasts</source>
        <translation>时长</translation>
    </message>
    <message>
        <source>Mean over the ranks that have it</source>
        <translation>对有此项的 rank 取平均</translation>
    </message>
    <message>
        <source>Epoch</source>
        <translation>Epoch</translation>
    </message>
    <message>
        <source>Different files read</source>
        <translation>读取的不同文件</translation>
    </message>
    <message>
        <source>Read before</source>
        <translation>此前读过</translation>
    </message>
    <message>
        <source>Bytes that had been read before, in this epoch or an earlier one</source>
        <translation>此前（本 epoch 或更早）已读过的字节</translation>
    </message>
    <message>
        <source>While reading</source>
        <translation>读取期间</translation>
    </message>
    <message>
        <source>Bytes read over the time in which any rank was reading</source>
        <translation>读取的字节除以有任一 rank 在读取的时间</translation>
    </message>
    <message>
        <source>Median read</source>
        <translation>读取时长中位数</translation>
    </message>
    <message>
        <source>Half of the reads were shorter</source>
        <translation>一半的读取更短</translation>
    </message>
    <message>
        <source>Share of the epoch in which a rank loads data while it neither computes nor communicates, mean over the ranks</source>
        <translation>rank 在既不计算也不通信时加载数据的时间占 epoch 的比例，对 rank 取平均</translation>
    </message>
    <message>
        <source>no epoch is marked in the trace</source>
        <translation>跟踪中没有标记 epoch</translation>
    </message>
    <message>
        <source>Step</source>
        <translation>训练步</translation>
    </message>
    <message>
        <source>Begins</source>
        <translation>开始</translation>
    </message>
    <message>
        <source>On the run&apos;s own axis</source>
        <translation>在运行自身的时间轴上</translation>
    </message>
    <message>
        <source>Length of the step</source>
        <translation>训练步的长度</translation>
    </message>
    <message>
        <source>Of the step</source>
        <translation>占训练步</translation>
    </message>
    <message>
        <source>Data stall over the step&apos;s length</source>
        <translation>数据停顿除以训练步长度</translation>
    </message>
    <message>
        <source>no steps are known: set them by hand in the timeline</source>
        <translation>训练步未知：请在时间线中手动设置</translation>
    </message>
    <message>
        <source>no computing is in the trace, so what a step waits for is unknown</source>
        <translation>跟踪中没有计算，因此训练步的等待未知</translation>
    </message>
    <message>
        <source>nothing of this is in the run</source>
        <translation>运行中没有此项</translation>
    </message>
    <message>
        <source>As the log names it; where it keeps no names, unknown</source>
        <translation>日志中的名称；日志不保存名称时为未知</translation>
    </message>
    <message>
        <source>The mounted file system that it lies on, with its kind where the log tells it</source>
        <translation>文件所在的挂载文件系统；日志给出类型时一并列出</translation>
    </message>
    <message>
        <source>Whose operations these are</source>
        <translation>这些操作所属的 rank</translation>
    </message>
    <message>
        <source>Whose files are summed in this row</source>
        <translation>本行汇总的文件所属的类别</translation>
    </message>
    <message>
        <source>As the trace numbers it; where it does not, counted from 0</source>
        <translation>以跟踪中的编号为准；没有编号时从 0 数起</translation>
    </message>
    <message>
        <source>When in the training an operation begins. What begins in a checkpoint or an evaluation counts there, not in the epoch around it</source>
        <translation>操作在训练中的何时开始。在检查点或评估中开始的计入该处，不计入其所在的 epoch</translation>
    </message>
    <message>
        <source>One pass over the data, as the trace marks it, with the checkpoints and evaluations within it</source>
        <translation>遍历数据一次，以跟踪中的标记为准，包括其中的检查点和评估</translation>
    </message>
    <message>
        <source>no, but not the bytes of the layers below</source>
        <translation>否，但不是下面各层的字节</translation>
    </message>
    <message>
        <source>no, its files are unknown below</source>
        <translation>否，下面各层不知道它的文件</translation>
    </message>
    <message>
        <source>no</source>
        <translation>否</translation>
    </message>
    <message>
        <source>The layers below read %1 and wrote %2 in its files.</source>
        <translation>下面各层在它的文件中读取 %1，写入 %2。</translation>
    </message>
    <message>
        <source>OSTs</source>
        <translation>OST</translation>
    </message>
    <message>
        <source>OST</source>
        <translation>OST</translation>
    </message>
    <message>
        <source>Lustre&apos;s storage server, by the files that lie on it alone, and by the accesses to striped files that lie within one stripe</source>
        <translation>Lustre 的存储服务器：按只在其上的文件，以及落在一个条带内的对条带化文件的访问</translation>
    </message>
    <message>
        <source>Bytes</source>
        <translation>字节</translation>
    </message>
    <message>
        <source>Bytes read and written</source>
        <translation>读写的字节</translation>
    </message>
    <message>
        <source>Accesses</source>
        <translation>访问</translation>
    </message>
    <message>
        <source>Read and write operations</source>
        <translation>读写操作</translation>
    </message>
    <message>
        <source>Time in reads and writes, summed over the ranks</source>
        <translation>读写时间，对各 rank 求和</translation>
    </message>
    <message>
        <source>An access moves</source>
        <translation>一次访问</translation>
    </message>
    <message>
        <source>Bytes over the time in reads and writes: of one access at a time, not of the ranks together</source>
        <translation>字节除以读写时间：单次访问的速率，不是各 rank 合计</translation>
    </message>
    <message>
        <source>the log does not say on which servers its files lie</source>
        <translation>日志没有说明文件位于哪些服务器</translation>
    </message>
    <message>
        <source>Whether its bytes count: what MPI-IO or HDF5 moved passes through POSIX and counts there, in other amounts where buffers and sieving come between</source>
        <translation>其字节是否计入：MPI-IO 或 HDF5 移动的数据经过 POSIX 并在那里计入，中间有缓冲和数据筛选时数量不同</translation>
    </message>
    <message>
        <source>Lustre&apos;s storage server: those on which an access moves less than half of what it does on the median one</source>
        <translation>Lustre 的存储服务器：一次访问的速率不到中位数一半的那些</translation>
    </message>
    <message>
        <source>Who read or wrote there</source>
        <translation>谁在此读写</translation>
    </message>
    <message>
        <source>What lies there, alone or in parts; of parts the accesses within one stripe</source>
        <translation>位于此处的文件，整个或部分；部分文件只计位于一个条带内的访问</translation>
    </message>
    <message>
        <source>Time in these reads and writes</source>
        <translation>这些读写的时间</translation>
    </message>
    <message>
        <source>on no OST does an access move less than half of what it does on the median one</source>
        <translation>没有 OST 上一次访问的速率不到中位数的一半</translation>
    </message>
    <message>
        <source>Loading data while neither computing nor communicating, within the rank&apos;s steps where steps are known</source>
        <translation>在既不计算也不通信时加载数据；已知训练步时只计训练步之内</translation>
    </message>
    <message>
        <source>Data stall over the length of the rank&apos;s steps. The breakdown shows it over the rank&apos;s whole time, with what lies before, between and behind the steps</source>
        <translation>数据停顿除以该 rank 训练步的长度。时间分解显示的是除以该 rank 的全部时间，包括训练步之前、之间和之后</translation>
    </message>
    <message>
        <source>On slow OSTs</source>
        <translation>慢 OST 上的文件</translation>
    </message>
</context>
<context>
    <name>weir::IoView</name>
    <message>
        <source>Run</source>
        <translation>运行</translation>
    </message>
    <message>
        <source>Count only operations that begin in the measured range, or in the time that the timeline shows. Logs that hold sums without times always show the whole run.</source>
        <translation>只计在测量范围内、或时间线所示时间内开始的操作。只有总计而没有时间的日志始终显示整个运行。</translation>
    </message>
    <message>
        <source>Filter rows…</source>
        <translation>筛选行…</translation>
    </message>
    <message>
        <source>Filter the rows of the tables</source>
        <translation>筛选表格的行</translation>
    </message>
    <message>
        <source>Page and tables of the I/O report</source>
        <translation>I/O 报告的页面和表格</translation>
    </message>
    <message>
        <source>Overview</source>
        <translation>概览</translation>
    </message>
    <message>
        <source>Stopped</source>
        <translation>已停止</translation>
    </message>
    <message>
        <source>Move the time range, or choose the run again, to work the report out.</source>
        <translation>移动时间范围或重新选择运行以计算报告。</translation>
    </message>
    <message>
        <source>The report could not be worked out</source>
        <translation>无法计算报告</translation>
    </message>
    <message>
        <source>Copy as CSV</source>
        <translation>复制为 CSV</translation>
    </message>
    <message>
        <source>Copy selected rows as CSV</source>
        <translation>将选定行复制为 CSV</translation>
    </message>
    <message>
        <source>Show in the timeline</source>
        <translation>在时间线中显示</translation>
    </message>
    <message>
        <source>Nothing to show yet</source>
        <translation>暂无内容</translation>
    </message>
    <message>
        <source>Open a Darshan log, a DFTracer or Recorder trace, DLIO results, or a profiler trace with I/O events. Opened together with the training trace, the report also says what the data cost the training.</source>
        <translation>请打开 Darshan 日志、DFTracer 或 Recorder 跟踪、DLIO 结果，或带有 I/O 事件的性能分析跟踪。与训练跟踪一起打开时，报告还会说明数据给训练带来的开销。</translation>
    </message>
    <message>
        <source>Working out the report</source>
        <translation>正在计算报告</translation>
    </message>
    <message>
        <source>No I/O in %1</source>
        <translation>%1 中没有 I/O</translation>
    </message>
    <message>
        <source>This run holds no I/O operations and no sums of them. Open a Darshan log, a DFTracer or Recorder trace or DLIO results of the same job together with it.</source>
        <translation>此运行没有 I/O 操作及其总计。请将同一作业的 Darshan 日志、DFTracer 或 Recorder 跟踪或 DLIO 结果与它一起打开。</translation>
    </message>
    <message numerus="yes">
        <source>, %n rank(s)</source>
        <translation><numerusform>，%n 个 rank</numerusform></translation>
    </message>
    <message>
        <source>, %1 to %2</source>
        <translation>，%1 至 %2</translation>
    </message>
    <message>
        <source>, %1</source>
        <translation>，%1</translation>
    </message>
    <message>
        <source>nobody knows when: the log holds sums without times</source>
        <translation>时间未知：日志只有总计而没有时间</translation>
    </message>
    <message>
        <source>step with %1 of data stall</source>
        <translation>数据停顿 %1 的训练步</translation>
    </message>
    <message>
        <source>nothing is open</source>
        <translation>没有打开任何内容</translation>
    </message>
    <message>
        <source>this run holds no I/O: open a Darshan log, a DFTracer or Recorder trace or DLIO results together with it</source>
        <translation>此运行没有 I/O：请将 Darshan 日志、DFTracer 或 Recorder 跟踪或 DLIO 结果与它一起打开</translation>
    </message>
    <message>
        <source>part</source>
        <translation>部分</translation>
    </message>
    <message>
        <source>what</source>
        <translation>内容</translation>
    </message>
    <message>
        <source>value</source>
        <translation>值</translation>
    </message>
    <message>
        <source>more</source>
        <translation>更多</translation>
    </message>
    <message>
        <source>figures</source>
        <translation>数值</translation>
    </message>
    <message>
        <source>worth a look</source>
        <translation>值得一看</translation>
    </message>
    <message>
        <source>within bounds</source>
        <translation>在界限之内</translation>
    </message>
    <message>
        <source>unknown</source>
        <translation>未知</translation>
    </message>
    <message>
        <source>observations</source>
        <translation>观察</translation>
    </message>
    <message>
        <source>request sizes</source>
        <translation>请求大小</translation>
    </message>
    <message>
        <source>%1 reads</source>
        <translation>%1 次读取</translation>
    </message>
    <message>
        <source>%1 writes</source>
        <translation>%1 次写入</translation>
    </message>
    <message>
        <source>time between accesses</source>
        <translation>访问间隔时间</translation>
    </message>
    <message>
        <source>distance between accesses</source>
        <translation>访问间距</translation>
    </message>
    <message>
        <source>bytes over time</source>
        <translation>字节随时间变化</translation>
    </message>
    <message>
        <source>%1 B read</source>
        <translation>读取 %1 B</translation>
    </message>
    <message>
        <source>%1 B written</source>
        <translation>写入 %1 B</translation>
    </message>
    <message>
        <source>I/O report</source>
        <translation>I/O 报告</translation>
    </message>
    <message>
        <source>at least %1</source>
        <translation>至少 %1</translation>
    </message>
    <message numerus="yes">
        <source>, of a job of %n rank(s)</source>
        <translation>
            <numerusform>，作业共 %n 个 rank</numerusform>
        </translation>
    </message>
    <message>
        <source>Visible time only</source>
        <translation>仅可见时间</translation>
    </message>
    <message>
        <source>Measured time only</source>
        <translation>仅测量时间</translation>
    </message>
</context>
<context>
    <name>weir::PathCanvas</name>
    <message>
        <source>Critical path</source>
        <translation>关键路径</translation>
    </message>
</context>
<context>
    <name>weir::PathRows</name>
    <message>
        <source>no rank</source>
        <translation>无 rank</translation>
    </message>
    <message>
        <source>rank %1</source>
        <translation>rank %1</translation>
    </message>
    <message>
        <source>begins %1 after the path&apos;s begin; double click shows it in the timeline</source>
        <translation>始于路径起点之后 %1；双击在时间线中显示</translation>
    </message>
    <message>
        <source>What</source>
        <translation>内容</translation>
    </message>
    <message>
        <source>Kind</source>
        <translation>类别</translation>
    </message>
    <message>
        <source>On the path</source>
        <translation>在路径上</translation>
    </message>
    <message>
        <source>Share</source>
        <translation>占比</translation>
    </message>
    <message>
        <source>Times</source>
        <translation>次数</translation>
    </message>
    <message>
        <source>Gain if free</source>
        <translation>若不耗时可省</translation>
    </message>
    <message>
        <source>Gain at ×2</source>
        <translation>快 2 倍可省</translation>
    </message>
    <message>
        <source>Longest</source>
        <translation>最长</translation>
    </message>
    <message>
        <source>What the run&apos;s length hangs on; times of all rows add up to the makespan.</source>
        <translation>决定运行时长的内容；各行时间之和等于总时长。</translation>
    </message>
    <message>
        <source>What it does, or what kind of delay it is.</source>
        <translation>它做什么，或属于哪种延迟。</translation>
    </message>
    <message>
        <source>Time on the critical path, summed over its segments (s). A slice counts with its own time, without what runs within it.</source>
        <translation>在关键路径上的时间，按段求和 (s)。切片只计自身时间，不含其内部的调用。</translation>
    </message>
    <message>
        <source>Time on the path over the makespan (%).</source>
        <translation>路径上的时间占总时长的比例 (%)。</translation>
    </message>
    <message>
        <source>The longest single segment (s).</source>
        <translation>最长的单段 (s)。</translation>
    </message>
    <message>
        <source>what</source>
        <translation>内容</translation>
    </message>
    <message>
        <source>kind</source>
        <translation>类别</translation>
    </message>
    <message>
        <source>on the path (s)</source>
        <translation>在路径上 (s)</translation>
    </message>
    <message>
        <source>share (1)</source>
        <translation>占比 (1)</translation>
    </message>
    <message>
        <source>times</source>
        <translation>次数</translation>
    </message>
    <message>
        <source>gain if free (s)</source>
        <translation>若不耗时可省 (s)</translation>
    </message>
    <message>
        <source>gain at x2 (s)</source>
        <translation>快 2 倍可省 (s)</translation>
    </message>
    <message>
        <source>longest (s)</source>
        <translation>最长 (s)</translation>
    </message>
    <message>
        <source>longest begins (s)</source>
        <translation>最长段始于 (s)</translation>
    </message>
    <message>
        <source>rank of the longest</source>
        <translation>最长段的 rank</translation>
    </message>
    <message>
        <source>Size</source>
        <translation>大小</translation>
    </message>
    <message>
        <source>Size of the collective&apos;s input on a rank (B), as nccl-tests counts it; empty: unknown.</source>
        <translation>集合通信在一个 rank 上的输入大小 (B)，按 nccl-tests 的计法；空：未知。</translation>
    </message>
    <message>
        <source>Group</source>
        <translation>通信组</translation>
    </message>
    <message>
        <source>Number of the communicator, and how many ranks it has; empty: unknown.</source>
        <translation>通信组的编号及其 rank 数；空：未知。</translation>
    </message>
    <message>
        <source>Step</source>
        <translation>步</translation>
    </message>
    <message>
        <source>Number of the training step it begins in, as the trace counts; empty: in none.</source>
        <translation>它开始于哪个训练步，按踪迹的编号；空：不在任何步中。</translation>
    </message>
    <message>
        <source>collective</source>
        <translation>集合通信</translation>
    </message>
    <message>
        <source>size (B)</source>
        <translation>大小 (B)</translation>
    </message>
    <message>
        <source>group</source>
        <translation>通信组</translation>
    </message>
    <message>
        <source>ranks</source>
        <translation>rank 数</translation>
    </message>
    <message>
        <source>step</source>
        <translation>步</translation>
    </message>
    <message>
        <source>group %1</source>
        <translation>组 %1</translation>
    </message>
    <message>
        <source>step %1</source>
        <translation>步 %1</translation>
    </message>
    <message>
        <source>%1 of %2 ranks</source>
        <translation>%1（%2 个 rank）</translation>
    </message>
    <message>
        <source>%1 ranks</source>
        <translation>%1 个 rank</translation>
    </message>
    <message>
        <source>Segments of the path, a count.</source>
        <translation>路径的段数（个）。</translation>
    </message>
    <message>
        <source>How much shorter the run would be (s) if all of it, on the path or not, took no time: on all ranks at once, of a row by rank on that rank. Played again, not subtracted: another path may be nearly as long.</source>
        <translation>若全部这类工作（无论是否在路径上）都不耗时，运行会缩短多少 (s)：所有 rank 同时如此，按 rank 的行则仅该 rank。由重放得出而非相减：另一条路径可能几乎同样长。</translation>
    </message>
    <message>
        <source>How much shorter the run would be (s) if it took half its time: on all ranks at once, of a row by rank on that rank.</source>
        <translation>若其时间减半，运行会缩短多少 (s)：所有 rank 同时如此，按 rank 的行则仅该 rank。</translation>
    </message>
</context>
<context>
    <name>weir::PowerCanvas</name>
    <message>
        <source>Power over time, energy by step and phase</source>
        <translation>功率随时间的变化，按步与阶段的能量</translation>
    </message>
</context>
<context>
    <name>weir::PowerView</name>
    <message>
        <source>unknown</source>
        <translation>未知</translation>
    </message>
    <message>
        <source>Run</source>
        <translation>运行</translation>
    </message>
    <message>
        <source>What is stacked</source>
        <translation>堆叠内容</translation>
    </message>
    <message>
        <source>By meter</source>
        <translation>按电表</translation>
    </message>
    <message>
        <source>By rank</source>
        <translation>按 rank</translation>
    </message>
    <message>
        <source>Meters</source>
        <translation>电表</translation>
    </message>
    <message>
        <source>Steps</source>
        <translation>步</translation>
    </message>
    <message>
        <source>Ranks</source>
        <translation>Rank</translation>
    </message>
    <message>
        <source>Copy as CSV</source>
        <translation>复制为 CSV</translation>
    </message>
    <message>
        <source>The table below, as it is sorted, with units in its header</source>
        <translation>下方表格，按当前排序，表头带单位</translation>
    </message>
    <message>
        <source>power</source>
        <translation>功率</translation>
    </message>
    <message>
        <source>step %1</source>
        <translation>第 %1 步</translation>
    </message>
    <message>
        <source>Open power logs beside the trace (nvidia-smi, Zeus, CodeCarbon, RAPL, MLPerf power): drop them together, and their clocks are aligned.</source>
        <translation>将功率日志与跟踪文件一起打开（nvidia-smi、Zeus、CodeCarbon、RAPL、MLPerf power）：一起拖入即可对齐时钟。</translation>
    </message>
    <message>
        <source>No run is open</source>
        <translation>没有打开的运行</translation>
    </message>
    <message>
        <source>No run that is shown has readings of power</source>
        <translation>显示的运行都没有功率读数</translation>
    </message>
    <message>
        <source>Power and energy: %1%2. %3, %4 in the mean</source>
        <translation>功率与能量：%1%2。%3，平均 %4</translation>
    </message>
    <message>
        <source>, the visible or measured time</source>
        <translation>，可见或测量的时间</translation>
    </message>
    <message>
        <source>energy unknown</source>
        <translation>能量未知</translation>
    </message>
    <message>
        <source>Nothing was read in this time</source>
        <translation>这段时间没有读数</translation>
    </message>
    <message>
        <source>Zoom out, or look at another time: meters read where the timeline shows counters of power.</source>
        <translation>请缩小或查看其他时间：时间线上显示功率计数器处有读数。</translation>
    </message>
    <message>
        <source>Energy while the rank was doing this, by the parts of the Breakdown view: the exact integral of the meters&apos; readings</source>
        <translation>rank 做此事期间的能量，按“时间分解”视图的部分：电表读数的精确积分</translation>
    </message>
    <message>
        <source>meter</source>
        <translation>电表</translation>
    </message>
    <message>
        <source>The device, as its log names it</source>
        <translation>设备，按日志中的名称</translation>
    </message>
    <message>
        <source>rank</source>
        <translation>rank</translation>
    </message>
    <message>
        <source>Whose it is; none for a node or a switch</source>
        <translation>属于哪个 rank；节点或交换机没有</translation>
    </message>
    <message>
        <source>readings</source>
        <translation>读数</translation>
    </message>
    <message>
        <source>Readings in the range</source>
        <translation>范围内的读数</translation>
    </message>
    <message>
        <source>mean</source>
        <translation>均值</translation>
    </message>
    <message>
        <source>Mean of the readings; of a counter of joules its energy by the time in which it rose</source>
        <translation>读数的均值；焦耳计数器为其能量除以上升时间</translation>
    </message>
    <message>
        <source>energy</source>
        <translation>能量</translation>
    </message>
    <message>
        <source>Trapezoid over distinct times, or what the device counted itself; unknown with fewer than two readings</source>
        <translation>不同时刻上的梯形积分，或设备自己的计数；读数少于两个时未知</translation>
    </message>
    <message>
        <source>from</source>
        <translation>自</translation>
    </message>
    <message>
        <source>First reading, since the run&apos;s first event</source>
        <translation>首次读数，自运行首个事件</translation>
    </message>
    <message>
        <source>to</source>
        <translation>至</translation>
    </message>
    <message>
        <source>Last reading</source>
        <translation>末次读数</translation>
    </message>
    <message>
        <source>gaps</source>
        <translation>空缺</translation>
    </message>
    <message>
        <source>Where readings are missing for longer than five times their usual distance</source>
        <translation>读数缺失超过通常间隔五倍之处</translation>
    </message>
    <message>
        <source>step</source>
        <translation>步</translation>
    </message>
    <message>
        <source>begins</source>
        <translation>开始</translation>
    </message>
    <message>
        <source>Since the run&apos;s first event</source>
        <translation>自运行首个事件</translation>
    </message>
    <message>
        <source>Of all meters, over the step: of a rank&apos;s meter over its own step, of a node&apos;s over the job&apos;s</source>
        <translation>一步内所有电表：rank 的电表按其自身的步，节点的按作业的步</translation>
    </message>
    <message>
        <source>Energy by the time that readings cover, summed over the meters</source>
        <translation>能量除以读数覆盖的时间，对电表求和</translation>
    </message>
    <message>
        <source>covered</source>
        <translation>覆盖</translation>
    </message>
    <message>
        <source>Share of the step that readings cover, the mean over the meters</source>
        <translation>读数覆盖该步的比例，对电表平均</translation>
    </message>
    <message>
        <source>Whose meters; none for those of a node or a switch</source>
        <translation>谁的电表；节点或交换机的没有</translation>
    </message>
    <message>
        <source>meters</source>
        <translation>电表数</translation>
    </message>
    <message>
        <source>How many of them have energy</source>
        <translation>其中有能量的数量</translation>
    </message>
    <message>
        <source>Of these meters in the range</source>
        <translation>范围内这些电表的</translation>
    </message>
    <message>
        <source>none</source>
        <translation>无</translation>
    </message>
    <message>
        <source>no run is open</source>
        <translation>没有打开的运行</translation>
    </message>
    <message>
        <source>no run that is shown has readings of power</source>
        <translation>显示的运行都没有功率读数</translation>
    </message>
    <message>
        <source>nothing was read in this time</source>
        <translation>这段时间没有读数</translation>
    </message>
    <message>
        <source>Power and energy</source>
        <translation>功率与能量</translation>
    </message>
    <message>
        <source>Power and energy: %1%2. %3, %4 if all meters read at one time</source>
        <translation>功率与能量：%1%2。%3，若所有电表同时读数则为 %4</translation>
    </message>
    <message>
        <source>As the trace numbers it, else counted from 0</source>
        <translation>按跟踪中的编号，否则从 0 开始计数</translation>
    </message>
    <message>
        <source>Line up clocks</source>
        <translation>对齐时钟</translation>
    </message>
    <message>
        <source>%1 by %2</source>
        <translation>%1 移动 %2</translation>
    </message>
    <message>
        <source>Moves what reads while nothing else does, by whole quarters of an hour, as clocks of other time zones differ: %1. Import shows and takes back what was moved.</source>
        <translation>把在别处都没有读数时读数的来源按整刻钟移动（不同时区的时钟相差整刻钟）：%1。“导入”视图显示移动量，也可在那里撤销。</translation>
    </message>
    <message>
        <source>Stopped before it was added up</source>
        <translation>汇总完成之前已停止</translation>
    </message>
    <message>
        <source>Choose the run again, or move the time range, to begin again.</source>
        <translation>重新选择运行，或移动时间范围，即可重新开始。</translation>
    </message>
    <message>
        <source>This could not be added up</source>
        <translation>无法汇总</translation>
    </message>
    <message>
        <source>Without readings there is no table.</source>
        <translation>没有读数，就没有表格。</translation>
    </message>
    <message>
        <source>A power log alone has no steps. Open it together with the trace of the job, or set steps by hand in the timeline.</source>
        <translation>单独的功率日志没有步。请与作业的跟踪一起打开，或在时间线中手动设置步。</translation>
    </message>
    <message>
        <source>No whole step lies in the time that is looked at. Show more of it, or set steps by hand in the timeline.</source>
        <translation>所查看的时间内没有完整的步。请显示更多时间，或在时间线中手动设置步。</translation>
    </message>
    <message>
        <source>No meter reads in this time.</source>
        <translation>这段时间内没有任何表读数。</translation>
    </message>
</context>
<context>
    <name>weir::RangeModel</name>
    <message>
        <source>run</source>
        <translation>运行</translation>
    </message>
    <message>
        <source>name</source>
        <translation>名称</translation>
    </message>
    <message>
        <source>count</source>
        <translation>数量</translation>
    </message>
    <message>
        <source>share</source>
        <translation>占比</translation>
    </message>
    <message>
        <source>cut</source>
        <translation>被截断</translation>
    </message>
    <message>
        <source>cut by a border</source>
        <translation>被边界截断</translation>
    </message>
    <message>
        <source>tracks</source>
        <translation>轨道数</translation>
    </message>
    <message>
        <source>none of them starts inside the range</source>
        <translation>其中没有在范围内开始的切片</translation>
    </message>
    <message>
        <source>%1 covered, of the range in %2 tracks: %3</source>
        <translation>覆盖 %1，占 %2 条轨道上该范围的 %3</translation>
    </message>
    <message>
        <source>%1 s, of %2 that start inside</source>
        <translation>%1 s，基于在范围内开始的 %2 个切片</translation>
    </message>
    <message>
        <source>sum inside</source>
        <translation>范围内总和</translation>
    </message>
    <message>
        <source>mean, whole</source>
        <translation>平均（完整）</translation>
    </message>
    <message>
        <source>p50, whole</source>
        <translation>p50（完整）</translation>
    </message>
    <message>
        <source>p99, whole</source>
        <translation>p99（完整）</translation>
    </message>
    <message>
        <source>slices that overlap the range, those that a border cuts included</source>
        <translation>与范围重叠的切片，包括被边界截断的</translation>
    </message>
    <message>
        <source>of their parts inside the range; nested slices count each</source>
        <translation>它们位于范围内部分的总和；嵌套的切片分别计入</translation>
    </message>
    <message>
        <source>of the whole durations of those that start inside the range, as Statistics counts</source>
        <translation>在范围内开始的切片的完整时长的平均，与“统计”的计法相同</translation>
    </message>
    <message>
        <source>half of those that start inside last no longer (whole durations, nearest rank)</source>
        <translation>在范围内开始的切片有一半不超过此时长（完整时长，最近秩）</translation>
    </message>
    <message>
        <source>99 of 100 of those that start inside last no longer (whole durations, nearest rank)</source>
        <translation>在范围内开始的切片每 100 个有 99 个不超过此时长（完整时长，最近秩）</translation>
    </message>
    <message>
        <source>time inside that such slices cover, nested ones once, of the range times the tracks that have any: never above 100 %</source>
        <translation>此类切片在范围内覆盖的时间（嵌套的只计一次），除以范围乘以含有它们的轨道数：不会超过 100 %</translation>
    </message>
    <message>
        <source>those of the counted that reach over a border of the range: only their part inside is in sum and share</source>
        <translation>计入的切片中超出范围边界的：只有范围内的部分计入总和与占比</translation>
    </message>
    <message>
        <source>sum inside (s)</source>
        <translation>范围内总和 (s)</translation>
    </message>
    <message>
        <source>covered (s)</source>
        <translation>覆盖时间 (s)</translation>
    </message>
    <message>
        <source>start inside</source>
        <translation>在范围内开始</translation>
    </message>
    <message>
        <source>mean, whole (s)</source>
        <translation>平均（完整）(s)</translation>
    </message>
    <message>
        <source>p50, whole (s)</source>
        <translation>p50（完整）(s)</translation>
    </message>
    <message>
        <source>p99, whole (s)</source>
        <translation>p99（完整）(s)</translation>
    </message>
    <message>
        <source>the trace has no times</source>
        <translation>此跟踪没有时间</translation>
    </message>
</context>
<context>
    <name>weir::RangePanel</name>
    <message>
        <source>By name</source>
        <translation>按名称</translation>
    </message>
    <message>
        <source>A line for each name</source>
        <translation>每个名称一行</translation>
    </message>
    <message>
        <source>By category</source>
        <translation>按类别</translation>
    </message>
    <message>
        <source>A line for each kind of work</source>
        <translation>每类工作一行</translation>
    </message>
    <message>
        <source>All tracks</source>
        <translation>全部轨道</translation>
    </message>
    <message>
        <source>Count the slices of all tracks, not only of those dragged over</source>
        <translation>统计所有轨道的切片，而不只是拖过的轨道</translation>
    </message>
    <message>
        <source>Copy as CSV</source>
        <translation>复制为 CSV</translation>
    </message>
    <message>
        <source>The table with all its digits, in seconds</source>
        <translation>完整位数的表格，单位为秒</translation>
    </message>
    <message>
        <source>Measure no range (Esc)</source>
        <translation>取消测量范围 (Esc)</translation>
    </message>
    <message>
        <source>Measure no range</source>
        <translation>取消测量范围</translation>
    </message>
    <message>
        <source>Slices in the measured range</source>
        <translation>测量范围内的切片</translation>
    </message>
    <message>
        <source>%1 from %2 to %3</source>
        <translation>%1，从 %2 到 %3</translation>
    </message>
    <message>
        <source>%1: counting</source>
        <translation>%1：正在统计</translation>
    </message>
    <message>
        <source> · of those the filter shows</source>
        <translation> · 仅筛选显示的切片</translation>
    </message>
    <message>
        <source>Find these slices</source>
        <translation>查找这些切片</translation>
    </message>
    <message>
        <source>Show only this name</source>
        <translation>只显示此名称</translation>
    </message>
    <message>
        <source>Leave this category out</source>
        <translation>不显示此类别</translation>
    </message>
    <message>
        <source>Copy the name</source>
        <translation>复制名称</translation>
    </message>
    <message>
        <source>%1 · %2 slices overlap it, %3 cut by a border · sum inside %4</source>
        <translation>%1 · 与之重叠的切片 %2 个，其中 %3 个被边界截断 · 范围内总和 %4</translation>
    </message>
    <message>
        <source> · of the %1 that start inside, whole: mean %2, p50 %3, p99 %4</source>
        <translation> · 其中在范围内开始的 %1 个按完整时长：平均 %2，p50 %3，p99 %4</translation>
    </message>
    <message>
        <source>Every slice that overlaps the range counts; sum and share hold only its part inside. Mean, p50 and p99 are of whole durations, of the slices that start inside: so does Statistics count.</source>
        <translation>凡与范围重叠的切片都计入；总和与占比只含其在范围内的部分。平均、p50 和 p99 取在范围内开始的切片的完整时长，与“统计”的计法相同。</translation>
    </message>
    <message>
        <source>A part of the order, without times</source>
        <translation>顺序中的一段，没有时间</translation>
    </message>
</context>
<context>
    <name>weir::SortTable</name>
    <message>
        <source>Copy the table as CSV</source>
        <translation>将表格复制为 CSV</translation>
    </message>
</context>
<context>
    <name>weir::StatisticsView</name>
    <message>
        <source>Collectives</source>
        <translation>集合通信</translation>
    </message>
    <message>
        <source>Kernels</source>
        <translation>内核</translation>
    </message>
    <message>
        <source>Host operators</source>
        <translation>主机算子</translation>
    </message>
    <message>
        <source>Files</source>
        <translation>文件</translation>
    </message>
    <message>
        <source>Stragglers</source>
        <translation>掉队者</translation>
    </message>
    <message>
        <source>Without stragglers</source>
        <translation>无掉队者</translation>
    </message>
    <message>
        <source>Time and idling</source>
        <translation>时间与空闲</translation>
    </message>
    <message>
        <source>Distribution</source>
        <translation>分布</translation>
    </message>
    <message>
        <source>Kind of statistics</source>
        <translation>统计类别</translation>
    </message>
    <message>
        <source>Run</source>
        <translation>运行</translation>
    </message>
    <message>
        <source>Rank</source>
        <translation>rank</translation>
    </message>
    <message>
        <source>Table or distribution</source>
        <translation>表格或分布</translation>
    </message>
    <message>
        <source>Filter…</source>
        <translation>筛选…</translation>
    </message>
    <message>
        <source>Rows that hold this text</source>
        <translation>包含此文字的行</translation>
    </message>
    <message>
        <source>link peak, 200Gbps</source>
        <translation>链路峰值，200Gbps</translation>
    </message>
    <message>
        <source>Peak of a rank&apos;s link: collectives then say which fraction of it they reach</source>
        <translation>一个 rank 的链路峰值：集合通信据此给出达到的比例</translation>
    </message>
    <message>
        <source>Peak of a rank&apos;s link</source>
        <translation>一个 rank 的链路峰值</translation>
    </message>
    <message>
        <source>Copy as CSV</source>
        <translation>复制为 CSV</translation>
    </message>
    <message>
        <source>Copy the whole table as CSV, in SI units</source>
        <translation>将整个表格复制为 CSV（SI 单位）</translation>
    </message>
    <message>
        <source>Log axis</source>
        <translation>对数轴</translation>
    </message>
    <message>
        <source>Statistics</source>
        <translation>统计</translation>
    </message>
    <message>
        <source>Stopped: what is shown is of before.</source>
        <translation>已停止：显示的是之前的结果。</translation>
    </message>
    <message>
        <source>all ranks</source>
        <translation>全部 rank</translation>
    </message>
    <message>
        <source>rank %1</source>
        <translation>rank %1</translation>
    </message>
    <message>
        <source>Link peak: %1</source>
        <translation>链路峰值：%1</translation>
    </message>
    <message>
        <source>Durations of %1</source>
        <translation>%1 的时长</translation>
    </message>
    <message>
        <source>Only what starts in the range that is looked at.</source>
        <translation>仅含在所看范围内开始的内容。</translation>
    </message>
    <message>
        <source>Nothing in this range computes, communicates or copies.</source>
        <translation>此范围内没有计算、通信或拷贝。</translation>
    </message>
    <message>
        <source>No run is open.</source>
        <translation>没有打开的运行。</translation>
    </message>
    <message>
        <source>No run is open: open traces (File, Open) or simulate a scenario.</source>
        <translation>没有打开的运行：请打开跟踪文件（文件、打开）或仿真一个场景。</translation>
    </message>
    <message>
        <source>Nothing to show: %1</source>
        <translation>没有可显示的内容：%1</translation>
    </message>
    <message>
        <source>Show in the timeline</source>
        <translation>在时间线中显示</translation>
    </message>
    <message>
        <source>Show the distribution</source>
        <translation>显示分布</translation>
    </message>
    <message>
        <source>no run is open</source>
        <translation>没有打开的运行</translation>
    </message>
    <message>
        <source>nothing in this range computes, communicates or copies</source>
        <translation>此范围内没有计算、通信或拷贝</translation>
    </message>
    <message>
        <source>nothing was counted</source>
        <translation>没有统计到内容</translation>
    </message>
    <message>
        <source>rank</source>
        <translation>rank</translation>
    </message>
    <message>
        <source>share that takes no longer</source>
        <translation>不超过此值的比例</translation>
    </message>
    <message>
        <source>duration (s)</source>
        <translation>时长（s）</translation>
    </message>
    <message>
        <source>No run is shown: tick one in Runs.</source>
        <translation>没有显示任何运行：请在“运行”中勾选一个。</translation>
    </message>
    <message>
        <source>no run is shown: tick one in Runs</source>
        <translation>没有显示任何运行：请在“运行”中勾选一个</translation>
    </message>
</context>
<context>
    <name>weir::TimelineBar</name>
    <message>
        <source>Show names with…</source>
        <translation>名称包含…</translation>
    </message>
    <message>
        <source>Filter: only slices whose name contains this (Ctrl+Shift+F)</source>
        <translation>筛选：只显示名称包含此文本的切片 (Ctrl+Shift+F)</translation>
    </message>
    <message>
        <source>Categories</source>
        <translation>类别</translation>
    </message>
    <message>
        <source>Filter: leave kinds of work out; a click on the legend does the same</source>
        <translation>筛选：隐藏某些类别；点击图例效果相同</translation>
    </message>
    <message>
        <source>&gt; 10 us</source>
        <translation>&gt; 10 us</translation>
    </message>
    <message>
        <source>Filter: only slices so long, &quot;&gt; 10 us&quot;, &quot;&lt; 5 ms&quot; or &quot;10 us - 5 ms&quot;</source>
        <translation>筛选：只显示此时长的切片，“&gt; 10 us”、“&lt; 5 ms”或“10 us - 5 ms”</translation>
    </message>
    <message>
        <source>ranks 0-3, 7</source>
        <translation>rank 0-3, 7</translation>
    </message>
    <message>
        <source>Filter: only these ranks, &quot;0-3, 7&quot;</source>
        <translation>筛选：只显示这些 rank，“0-3, 7”</translation>
    </message>
    <message>
        <source>What the colours of the slices say</source>
        <translation>切片颜色的含义</translation>
    </message>
    <message>
        <source>Colours</source>
        <translation>颜色</translation>
    </message>
    <message>
        <source>Colour: category</source>
        <translation>颜色：类别</translation>
    </message>
    <message>
        <source>Colour: name</source>
        <translation>颜色：名称</translation>
    </message>
    <message>
        <source>Colour: collective</source>
        <translation>颜色：集合通信</translation>
    </message>
    <message>
        <source>Colour: rank</source>
        <translation>颜色：rank</translation>
    </message>
    <message>
        <source>Steps</source>
        <translation>步</translation>
    </message>
    <message>
        <source>Training steps: found in the trace or set by hand</source>
        <translation>训练步：从跟踪中找到或手动设置</translation>
    </message>
    <message>
        <source>Markers</source>
        <translation>标记</translation>
    </message>
    <message>
        <source>Marked times: M sets one at the pointer</source>
        <translation>标记的时刻：按 M 在指针处设置</translation>
    </message>
    <message>
        <source>Arrows</source>
        <translation>箭头</translation>
    </message>
    <message>
        <source>What leads to what: launches, messages, dependencies</source>
        <translation>因果关系：启动、消息、依赖</translation>
    </message>
    <message>
        <source>Tracks</source>
        <translation>轨道</translation>
    </message>
    <message>
        <source>Fold, unfold, show hidden tracks</source>
        <translation>折叠、展开、显示隐藏的轨道</translation>
    </message>
    <message>
        <source>Of the selected slice</source>
        <translation>所选切片的</translation>
    </message>
    <message>
        <source>Its whole chain, before and after</source>
        <translation>其整条链，前因后果</translation>
    </message>
    <message>
        <source>All in sight, while they are few</source>
        <translation>可见范围内全部（数量不多时）</translation>
    </message>
    <message>
        <source>Show everything</source>
        <translation>全部显示</translation>
    </message>
    <message>
        <source>No filter any more, and no track hidden</source>
        <translation>取消筛选，并显示所有轨道</translation>
    </message>
    <message>
        <source>Categories (−%1)</source>
        <translation>类别 (−%1)</translation>
    </message>
    <message>
        <source>Tracks (−%1)</source>
        <translation>轨道 (−%1)</translation>
    </message>
    <message>
        <source>Markers (%1)</source>
        <translation>标记 (%1)</translation>
    </message>
    <message>
        <source>filtering %1 slices</source>
        <translation>正在筛选 %1 个切片</translation>
    </message>
    <message>
        <source>The filter shows %1 of %2 slices and hides %3</source>
        <translation>筛选显示 %2 个切片中的 %1 个，隐藏 %3</translation>
    </message>
    <message>
        <source>%1 tracks without any are left out</source>
        <translation>%1 条没有此类切片的轨道不显示</translation>
    </message>
    <message>
        <source>%1 tracks hidden by hand</source>
        <translation>手动隐藏了 %1 条轨道</translation>
    </message>
    <message>
        <source>All</source>
        <translation>全部</translation>
    </message>
    <message>
        <source>Device work only</source>
        <translation>只看设备工作</translation>
    </message>
    <message>
        <source>Communication only</source>
        <translation>只看通信</translation>
    </message>
    <message>
        <source>Data and I/O only</source>
        <translation>只看数据与 I/O</translation>
    </message>
    <message>
        <source>%1%2 steps set by hand</source>
        <translation>%1手动设置了 %2 步</translation>
    </message>
    <message>
        <source>%1no steps found: nothing marks or repeats them</source>
        <translation>%1未找到步：没有标记也没有重复</translation>
    </message>
    <message>
        <source>%1%2 steps, as “%3” marks them</source>
        <translation>%1%2 步，由“%3”标记</translation>
    </message>
    <message>
        <source>%1%2 steps, by the repetition of “%3”</source>
        <translation>%1%2 步，由“%3”的重复得出</translation>
    </message>
    <message>
        <source>%1As found in the trace again</source>
        <translation>%1恢复为跟踪中找到的步</translation>
    </message>
    <message>
        <source>Next step</source>
        <translation>下一步</translation>
    </message>
    <message>
        <source>Previous step</source>
        <translation>上一步</translation>
    </message>
    <message>
        <source>Steps: every …</source>
        <translation>步：每隔…</translation>
    </message>
    <message>
        <source>A step as long as the measured range, over the whole run</source>
        <translation>以测量范围的长度为一步，贯穿整个运行</translation>
    </message>
    <message>
        <source>Set a marker in the middle</source>
        <translation>在中间设置标记</translation>
    </message>
    <message>
        <source>Go to …</source>
        <translation>转到…</translation>
    </message>
    <message>
        <source>Go to it</source>
        <translation>转到该处</translation>
    </message>
    <message>
        <source>Name it …</source>
        <translation>命名…</translation>
    </message>
    <message>
        <source>Remove it</source>
        <translation>删除</translation>
    </message>
    <message>
        <source>Measure from the first to the last</source>
        <translation>测量从第一个到最后一个</translation>
    </message>
    <message>
        <source>Remove all</source>
        <translation>全部删除</translation>
    </message>
    <message>
        <source>Fold all ranks</source>
        <translation>折叠所有 rank</translation>
    </message>
    <message>
        <source>Unfold everything</source>
        <translation>全部展开</translation>
    </message>
    <message>
        <source>Unpin all</source>
        <translation>全部取消固定</translation>
    </message>
    <message>
        <source>Show all hidden tracks</source>
        <translation>显示所有隐藏的轨道</translation>
    </message>
    <message>
        <source>Show %1</source>
        <translation>显示 %1</translation>
    </message>
    <message>
        <source>&quot;%1&quot; is no duration: write &gt; 10 us, &lt; 5 ms or 10 us - 5 ms</source>
        <translation>“%1”不是时长：请写 &gt; 10 us、&lt; 5 ms 或 10 us - 5 ms</translation>
    </message>
    <message>
        <source>&quot;%1&quot; names no ranks: write 0-3, 7</source>
        <translation>“%1”不是 rank：请写 0-3, 7</translation>
    </message>
    <message>
        <source>marker %1</source>
        <translation>标记 %1</translation>
    </message>
</context>
<context>
    <name>weir::WhatIfPanel</name>
    <message>
        <source>What if</source>
        <translation>假如</translation>
    </message>
    <message>
        <source>The run is played again with these changes: order on every thread and stream, who waits for whom and every unexplained delay stay as they were measured.</source>
        <translation>按这些改变重放运行：每个线程和流上的顺序、等待关系以及无法解释的延迟都保持实测值。</translation>
    </message>
    <message>
        <source>Add a change</source>
        <translation>添加改变</translation>
    </message>
    <message>
        <source>Several changes count at once</source>
        <translation>多个改变同时生效</translation>
    </message>
    <message>
        <source>or in words: collective #3 x2</source>
        <translation>或用文字：collective #3 x2</translation>
    </message>
    <message>
        <source>Further changes in words</source>
        <translation>用文字写的其他改变</translation>
    </message>
    <message>
        <source>Several are parted by semicolons.</source>
        <translation>多个改变以分号分隔。</translation>
    </message>
    <message>
        <source>The makespan then</source>
        <translation>届时的总时长</translation>
    </message>
    <message>
        <source>no time</source>
        <translation>不耗时</translation>
    </message>
    <message>
        <source>Take this change back</source>
        <translation>撤回此改变</translation>
    </message>
    <message>
        <source>What is changed</source>
        <translation>改变什么</translation>
    </message>
    <message>
        <source>How much faster</source>
        <translation>快多少</translation>
    </message>
    <message>
        <source>How much faster: unchanged at the left, ×10 near the right, no time at all at the right</source>
        <translation>快多少：最左不变，靠右为 ×10，最右完全不耗时</translation>
    </message>
    <message>
        <source>nothing is changed</source>
        <translation>不作改变</translation>
    </message>
    <message>
        <source>Factor</source>
        <translation>倍数</translation>
    </message>
    <message>
        <source>How many times as fast: ×2 takes half the time, ×0.5 twice the time, 0 none at all; up to ×%1</source>
        <translation>快多少倍：×2 用一半时间，×0.5 用两倍时间，0 不用时间；最大 ×%1</translation>
    </message>
    <message>
        <source>Rate</source>
        <translation>速率</translation>
    </message>
    <message>
        <source>The rate then; the present one is the highest bus bandwidth that a collective of this run reached</source>
        <translation>改变后的速率；当前速率取本次运行中集合通信达到的最高总线带宽</translation>
    </message>
    <message>
        <source>not late</source>
        <translation>不迟到</translation>
    </message>
    <message>
        <source>How late it still is</source>
        <translation>还剩多少迟到</translation>
    </message>
    <message>
        <source>How much of its lateness is left: 0 % comes as the median of the other members does, 50 % half as late as it was, 100 % as it was</source>
        <translation>还剩多少迟到：0 % 与其他成员的中位数同时到达，50 % 为原来的一半，100 % 与原来相同</translation>
    </message>
    <message>
        <source>What is changed. Type a part of a name, a size, #17 or step 3 to find it in the list.</source>
        <translation>改变什么。键入名称的一部分、大小、#17 或步 3 可在列表中查找。</translation>
    </message>
</context>
<context>
    <name>weir::CompareStudiesDialog</name>
    <message>
        <source>Compare</source>
        <translation>比较</translation>
    </message>
    <message>
        <source>Copy as CSV</source>
        <translation>复制为 CSV</translation>
    </message>
    <message>
        <source>Compare two studies</source>
        <translation>比较两个研究</translation>
    </message>
    <message>
        <source>Study A</source>
        <translation>研究 A</translation>
    </message>
    <message>
        <source>Study A, the base</source>
        <translation>研究 A（基准）</translation>
    </message>
    <message>
        <source>The base: differences are B − A, ratios B / A. As it was saved last</source>
        <translation>基准：差为 B − A，比为 B / A。以上次保存的内容为准</translation>
    </message>
    <message>
        <source>Study B</source>
        <translation>研究 B</translation>
    </message>
    <message>
        <source>Study B, compared with it</source>
        <translation>研究 B（与之比较）</translation>
    </message>
    <message>
        <source>Its runs are matched with those of A: by title, then by scenario</source>
        <translation>其运行与 A 的运行配对：先按标题，再按场景</translation>
    </message>
    <message>
        <source>a .weir file</source>
        <translation>.weir 文件</translation>
    </message>
    <message>
        <source>Browse…</source>
        <translation>浏览…</translation>
    </message>
    <message>
        <source>Browse for %1</source>
        <translation>为%1浏览文件</translation>
    </message>
    <message>
        <source>Choose a study</source>
        <translation>选择研究</translation>
    </message>
    <message>
        <source>Weir study (*.weir)</source>
        <translation>Weir 研究 (*.weir)</translation>
    </message>
    <message>
        <source>All files (*)</source>
        <translation>所有文件 (*)</translation>
    </message>
    <message>
        <source>Pairs of runs</source>
        <translation>运行对</translation>
    </message>
    <message>
        <source>All rows, as they are sorted, in SI units</source>
        <translation>按当前排序的所有行，国际单位</translation>
    </message>
    <message>
        <source>Stopped. Nothing was compared.</source>
        <translation>已停止，未作比较。</translation>
    </message>
    <message>
        <source>Choose two study files: their runs appear here in pairs, with the step and its parts of each.</source>
        <translation>选择两个研究文件：它们的运行将成对显示，并给出各自的步及其组成。</translation>
    </message>
    <message>
        <source>Being compared…</source>
        <translation>正在比较…</translation>
    </message>
    <message>
        <source>%1 pairs of runs</source>
        <translation>%1 对运行</translation>
    </message>
    <message>
        <source>, %1 runs without a partner</source>
        <translation>，%1 个运行没有配对</translation>
    </message>
    <message>
        <source>Which pair of runs</source>
        <translation>哪一对运行</translation>
    </message>
    <message>
        <source>The rows of all pairs, or of one</source>
        <translation>所有配对的行，或其中一对的</translation>
    </message>
    <message>
        <source>Which table</source>
        <translation>哪个表</translation>
    </message>
    <message>
        <source>What of the runs is compared</source>
        <translation>比较运行的哪方面</translation>
    </message>
    <message>
        <source>All pairs</source>
        <translation>所有配对</translation>
    </message>
</context>
<context>
    <name>CoreSentences</name>
    <message>
        <source>no rank is in both: A has %1, B has %2; the means over their ranks are compared</source>
        <translation>两者没有共同的 rank：A 有 %1，B 有 %2；比较各自 rank 的均值</translation>
    </message>
    <message>
        <source>ranks of A alone: %1; means are over each run&apos;s own ranks</source>
        <translation>仅 A 有的 rank：%1；均值按各自的 rank 计算</translation>
    </message>
    <message>
        <source>ranks of B alone: %1; means are over each run&apos;s own ranks</source>
        <translation>仅 B 有的 rank：%1；均值按各自的 rank 计算</translation>
    </message>
    <message>
        <source>%1 has no steps: the whole of it is compared as one, %2</source>
        <translation>%1 没有步：整体作为一步比较，%2</translation>
    </message>
    <message>
        <source>%1: %2 slices start outside of all steps and are left out</source>
        <translation>%1：%2 个切片在所有步之外开始，未计入</translation>
    </message>
    <message>
        <source>one run has steps and the other has none: a step is held against the whole, which may hold many</source>
        <translation>一个运行有步而另一个没有：一步与整体比较，而整体可能含多步</translation>
    </message>
    <message>
        <source>A has %1 step, B has %2</source>
        <translation>A 有 %1 步，B 有 %2 步</translation>
    </message>
    <message>
        <source>A has %1 steps, B has %2</source>
        <translation>A 有 %1 步，B 有 %2 步</translation>
    </message>
    <message>
        <source>with one step of a measured run it cannot be told whether a difference is more than the noise between steps</source>
        <translation>实测运行只有一步，无法判断差异是否超过步间噪声</translation>
    </message>
    <message>
        <source>%1 and %2 steps are too few to tell whether a difference is more than the noise between them; four of each would do, or six against a simulation</source>
        <translation>%1 步和 %2 步太少，无法判断差异是否超过步间噪声；各四步即可，与仿真比较则需六步</translation>
    </message>
    <message>
        <source>unknown in %1 and not compared: %2</source>
        <translation>%1 中未知，未比较：%2</translation>
    </message>
    <message>
        <source>%1 holds no slices of %2: none are compared</source>
        <translation>%1 没有%2的切片：未比较</translation>
    </message>
    <message>
        <source>%1 holds no slices: times, kernels and operators are not compared</source>
        <translation>%1 没有切片：时间、内核和算子未比较</translation>
    </message>
    <message>
        <source>%1 records no I/O: none is compared</source>
        <translation>%1 没有记录 I/O：未比较</translation>
    </message>
    <message>
        <source>who sends how much to whom is unknown in %1: it is not compared</source>
        <translation>%1 中谁向谁发送多少未知：未比较</translation>
    </message>
    <message>
        <source>bytes between ranks are of a step, the mean over all</source>
        <translation>rank 间字节数为每步的均值</translation>
    </message>
    <message>
        <source>bytes between ranks are of the whole run</source>
        <translation>rank 间字节数为整个运行的总和</translation>
    </message>
    <message>
        <source>traffic of A: %1</source>
        <translation>A 的流量：%1</translation>
    </message>
    <message>
        <source>traffic of B: %1</source>
        <translation>B 的流量：%1</translation>
    </message>
    <message>
        <source>%1 holds no collectives: none is compared</source>
        <translation>%1 没有集合通信：未比较</translation>
    </message>
    <message>
        <source>communicators are unknown in one of the runs: collectives are aligned by their order alone</source>
        <translation>其中一个运行的通信子未知：集合通信仅按顺序对齐</translation>
    </message>
    <message>
        <source>the one step of %1 stands for each of the %2 steps of %3</source>
        <translation>%1 的唯一一步代表 %3 的 %2 步中的每一步</translation>
    </message>
    <message>
        <source>%1 hand-over is assumed: a thread or stream that was idle began when another of its rank had ended</source>
        <translation>假定了 %1 次交接：空闲的线程或流在同一 rank 的另一个结束时开始</translation>
    </message>
    <message>
        <source>%1 hand-overs are assumed: a thread or stream that was idle began when another of its rank had ended</source>
        <translation>假定了 %1 次交接：空闲的线程或流在同一 rank 的另一个结束时开始</translation>
    </message>
    <message>
        <source>%1 link contradicts the clocks (the effect is over before its cause begins) and is left out</source>
        <translation>%1 个依赖与时钟矛盾（结果在原因开始前已结束），未计入</translation>
    </message>
    <message>
        <source>%1 link closed a circle and is left out</source>
        <translation>舍去 %1 个依赖：它形成了环</translation>
    </message>
    <message>
        <source>%1 links closed circles and are left out</source>
        <translation>舍去 %1 个依赖：它们形成了环</translation>
    </message>
    <message>
        <source>nothing links the ranks: no matched collectives, messages or dependencies; the path stays where it ends</source>
        <translation>rank 之间没有联系：没有匹配的集合通信、消息或依赖；路径停在其结束的 rank</translation>
    </message>
    <message>
        <source>Only the part of a collective from its last member&apos;s start is changed; waiting for that member follows by itself.</source>
        <translation>只改变集合通信中自最后一个成员开始之后的部分；对该成员的等待随之变化。</translation>
    </message>
    <message>
        <source>Only the slices&apos; own time is changed, not that of what runs within them, and not the time in which they wait.</source>
        <translation>只改变切片自身的时间，不改变其内部运行的部分，也不改变等待的时间。</translation>
    </message>
    <message>
        <source>Kernels start as soon as they are launched and what stands before them on the stream is done.</source>
        <translation>内核在发起后且流上前面的完成后立即开始。</translation>
    </message>
    <message>
        <source>%1 collectives are seen on one rank only and tell nothing about waiting.</source>
        <translation>%1 个集合通信只在一个 rank 上出现，无法说明等待。</translation>
    </message>
    <message>
        <source>Of %1 collectives not all ranks are in the trace: their transfer time may hold waiting, so that bandwidths are lower bounds.</source>
        <translation>%1 个集合通信并非所有 rank 都在跟踪中：其传输时间可能含等待，因此带宽为下界。</translation>
    </message>
    <message>
        <source>Slices without a usable duration are not counted: the idle share of their ranks is an upper bound.</source>
        <translation>没有可用时长的切片未计入：其 rank 的空闲占比为上界。</translation>
    </message>
    <message>
        <source>%1 slice of rank %2 without a usable duration is not counted: the idle share is an upper bound.</source>
        <translation>rank %2 有 %1 个没有可用时长的切片未计入：空闲占比为上界。</translation>
    </message>
    <message>
        <source>%1 slices of rank %2 without a usable duration are not counted: the idle share is an upper bound.</source>
        <translation>rank %2 有 %1 个没有可用时长的切片未计入：空闲占比为上界。</translation>
    </message>
    <message>
        <source>Ranks without device streams: what their host threads compute, send, copy and load.</source>
        <translation>没有设备流的 rank：按其主机线程的计算、发送、复制和加载。</translation>
    </message>
    <message>
        <source>%1 steps lack operations of some ranks and are left out.</source>
        <translation>%1 步缺少某些 rank 的操作，未计入。</translation>
    </message>
    <message>
        <source>there is no rank %1</source>
        <translation>没有 rank %1</translation>
    </message>
    <message>
        <source>the trace has no collective calls</source>
        <translation>跟踪中没有集合通信调用</translation>
    </message>
    <message>
        <source>no collective starts in this range</source>
        <translation>此范围内没有集合通信开始</translation>
    </message>
    <message>
        <source>the run has no file operations</source>
        <translation>运行没有文件操作</translation>
    </message>
    <message>
        <source>no file is touched in this range</source>
        <translation>此范围内没有访问文件</translation>
    </message>
    <message>
        <source>no slice in this range says that it computes, communicates, copies or loads</source>
        <translation>此范围内没有计算、通信、复制或加载的切片</translation>
    </message>
    <message>
        <source>no host thread does anything in this range</source>
        <translation>此范围内没有主机线程活动</translation>
    </message>
    <message>
        <source>data arrive too slowly: %1 is the limit</source>
        <translation>数据到达太慢：瓶颈为 %1</translation>
    </message>
    <message>
        <source>%1 groups of values are unverified; see their provenance</source>
        <translation>%1 组数值未经验证；见其来源</translation>
    </message>
    <message>
        <source>no data set or no storage is given: data never stalls a step</source>
        <translation>未给出数据集或存储：数据从不阻塞步</translation>
    </message>
    <message>
        <source>no fabric is given between a node&apos;s accelerators: its memory, or its NICs if that is unknown too, are taken to join them</source>
        <translation>未给出节点内加速器互连：以内存相连，内存也未知时以网卡相连</translation>
    </message>
    <message>
        <source>recomputation is modelled for transformers only: no effect here</source>
        <translation>重计算只对 transformer 建模：此处无影响</translation>
    </message>
    <message>
        <source>the data set does not fit tier %1: %2 of %3</source>
        <translation>数据集放不下层级 %1：%2 / %3</translation>
    </message>
    <message>
        <source>the cache exceeds a node&apos;s memory: %1 of %2</source>
        <translation>缓存超过节点内存：%1 / %2</translation>
    </message>
    <message>
        <source>a checkpoint takes %1, longer than the %2 between two</source>
        <translation>一次检查点用时 %1，比两次之间的 %2 还长</translation>
    </message>
    <message>
        <source>no checkpoints are written: a failure, every %1 on average, loses all work</source>
        <translation>不写检查点：平均每 %1 一次的故障会丢失全部工作</translation>
    </message>
    <message>
        <source>nodes fail every %1 on average, sooner than the %2 between two checkpoints</source>
        <translation>节点平均每 %1 故障一次，短于两次检查点之间的 %2</translation>
    </message>
    <message>
        <source>partial overlap</source>
        <translation>部分重叠</translation>
    </message>
    <message>
        <source>communication sizes unknown</source>
        <translation>通信大小未知</translation>
    </message>
    <message>
        <source>no communication found</source>
        <translation>未找到通信</translation>
    </message>
    <message>
        <source>no times in this format: actions are laid out by their order, collectives at equal places</source>
        <translation>此格式没有时间：动作按顺序排列，集合通信对齐</translation>
    </message>
    <message>
        <source>flow ends without a start (calls that launched nothing, usually)</source>
        <translation>流箭头有终无始（通常是没有发起内核的调用）</translation>
    </message>
    <message>
        <source>flow starts without an end</source>
        <translation>流箭头有始无终</translation>
    </message>
    <message>
        <source>start times are not in the file: nodes laid out by what they wait for</source>
        <translation>文件没有开始时间：节点按其依赖排列</translation>
    </message>
    <message>
        <source>collectives known by the host&apos;s calls alone: times are those of the calls, not of the transfers</source>
        <translation>集合通信仅由主机调用得知：时间为调用时间，而非传输时间</translation>
    </message>
    <message>
        <source>several readings at one time</source>
        <translation>同一时刻有多个读数</translation>
    </message>
    <message>
        <source>begin without an end</source>
        <translation>有始无终</translation>
    </message>
    <message>
        <source>end without a begin</source>
        <translation>有终无始</translation>
    </message>
    <message>
        <source>complete event without a duration, shown with none</source>
        <translation>完整事件没有时长，按零时长显示</translation>
    </message>
    <message>
        <source>times are not in the file: nodes stand in the order of their ids</source>
        <translation>文件没有时间：节点按编号排列</translation>
    </message>
    <message>
        <source>steps laid one behind the other: the file has their lengths, not when they began</source>
        <translation>步依次排列：文件只有长度，没有开始时间</translation>
    </message>
    <message>
        <source>start times are not in it: tasks are laid out as early as what they depend on allows</source>
        <translation>没有开始时间：任务在依赖允许的最早时刻排列</translation>
    </message>
    <message>
        <source>module not read</source>
        <translation>未读取的模块</translation>
    </message>
    <message>
        <source>file ends before the list of events is closed</source>
        <translation>文件在事件列表结束前终止</translation>
    </message>
    <message>
        <source>file ends inside an event</source>
        <translation>文件在事件中间终止</translation>
    </message>
    <message>
        <source>value set aside: a time below 0, beyond 100 days, or no number</source>
        <translation>舍去的值：时间小于 0、超过 100 天或不是数字</translation>
    </message>
    <message>
        <source>module ran out of memory in the job: its counts are lower bounds</source>
        <translation>作业中该模块内存不足：其计数为下界</translation>
    </message>
    <message>
        <source>module ran out of memory in the job: its counts are lower bounds: %1</source>
        <translation>作业中该模块内存不足：其计数为下界：%1</translation>
    </message>
    <message>
        <source>calls of unknown groups that were never under way at once, not matched across ranks</source>
        <translation>未知通信组的调用从未同时进行，未跨 rank 匹配</translation>
    </message>
    <message>
        <source>value that is not JSON (NaN, hexadecimal, a bare word)</source>
        <translation>不是 JSON 的值（NaN、十六进制、裸词）</translation>
    </message>
    <message>
        <source>ranks numbered in the order of the names of processes and threads</source>
        <translation>rank 按进程和线程名的顺序编号</translation>
    </message>
    <message>
        <source>rank unknown, numbered by order</source>
        <translation>rank 未知，按顺序编号</translation>
    </message>
    <message>
        <source>power readings missing for more than five times their usual distance</source>
        <translation>功率读数缺失超过通常间隔的五倍</translation>
    </message>
    <message>
        <source>power meters that do not read at the same time: their common mean is no sum of what they draw</source>
        <translation>功率表不同时读数：其共同均值不是总功率</translation>
    </message>
    <message>
        <source>row with fewer cells than the header, its last one left out</source>
        <translation>行的单元格少于表头，其最后一个被舍去</translation>
    </message>
    <message>
        <source>compressed stream is cut off</source>
        <translation>压缩流被截断</translation>
    </message>
    <message>
        <source>region is cut off: what was there is kept</source>
        <translation>区域被截断：保留已有内容</translation>
    </message>
    <message>
        <source>each device counts as a rank of its own</source>
        <translation>每个设备视为一个 rank</translation>
    </message>
    <message>
        <source>rank given twice, numbered anew</source>
        <translation>rank 重复给出，重新编号</translation>
    </message>
    <message>
        <source>%1 has no steps: what starts in the range is compared as one, %2</source>
        <translation>%1 没有步：范围内开始的内容作为一步比较，%2</translation>
    </message>
    <message>
        <source>no step of %1 lies in the range by half or more: what starts in it is compared as one, %2</source>
        <translation>%1 没有一步至少一半位于范围内：范围内开始的内容作为一步比较，%2</translation>
    </message>
    <message>
        <source>in the range A has %1 step, B has %2</source>
        <translation>范围内 A 有 %1 步，B 有 %2 步</translation>
    </message>
    <message>
        <source>in the range A has %1 steps, B has %2</source>
        <translation>范围内 A 有 %1 步，B 有 %2 步</translation>
    </message>
    <message>
        <source>bytes between ranks are of what lies in the range</source>
        <translation>rank 间字节数仅计范围内的部分</translation>
    </message>
    <message>
        <source>%1: I/O of which only sums over the run are known is left out, as no part of them can be told</source>
        <translation>%1：只知道整个运行总和的 I/O 未计入，因为无法得知其中某一段</translation>
    </message>
    <message>
        <source>All that the rank does itself between two collectives of a group is shortened in proportion, so that it comes when the median of the other members would, or later by the share of its lateness that is left; where it is not late nothing changes.</source>
        <translation>该 rank 在同组两次集合通信之间自身所做的一切按比例缩短，使其与其他成员的中位数同时到达，或仅晚其剩余的迟到比例；不迟到之处不变。</translation>
    </message>
    <message>
        <source>a quote is not closed</source>
        <translation>引号没有闭合</translation>
    </message>
    <message>
        <source>&quot;%1&quot; is one word too many</source>
        <translation>多余的词“%1”</translation>
    </message>
    <message>
        <source>a factor is missing: x2, x1.5 or free</source>
        <translation>缺少倍数：x2、x1.5 或 free</translation>
    </message>
    <message>
        <source>&quot;%1&quot; is no factor: x2, x1.5 or free</source>
        <translation>“%1”不是倍数：应为 x2、x1.5 或 free</translation>
    </message>
    <message>
        <source>the factor %1 is out of range: x%2 to x%3, or free</source>
        <translation>倍数 %1 超出范围：应为 x%2 到 x%3，或 free</translation>
    </message>
    <message>
        <source>&quot;%1&quot; is no number of a collective</source>
        <translation>“%1”不是集合通信的编号</translation>
    </message>
    <message>
        <source>the group&apos;s number is missing</source>
        <translation>缺少通信组的编号</translation>
    </message>
    <message>
        <source>&quot;%1&quot; is no collective: an operation (all-reduce), #number, group number or all</source>
        <translation>“%1”不是集合通信：应为操作（all-reduce）、#编号、group 编号或 all</translation>
    </message>
    <message>
        <source>a part of the name is missing</source>
        <translation>缺少名称的一部分</translation>
    </message>
    <message>
        <source>the rank&apos;s number is missing</source>
        <translation>缺少 rank 的编号</translation>
    </message>
    <message>
        <source>&quot;not late&quot; is meant?</source>
        <translation>是指“not late”吗？</translation>
    </message>
    <message>
        <source>a share is missing: how late it still is, in percent</source>
        <translation>缺少比例：还剩百分之多少的迟到</translation>
    </message>
    <message>
        <source>&quot;%1&quot; is no share of the lateness in percent</source>
        <translation>“%1”不是以百分数表示的剩余迟到</translation>
    </message>
    <message>
        <source>the share %1 of the lateness is out of range: 0 to 100 percent</source>
        <translation>剩余迟到 %1 超出范围：应为百分之 0 到 100</translation>
    </message>
    <message>
        <source>&quot;launch delay&quot; is meant?</source>
        <translation>是指“launch delay”吗？</translation>
    </message>
    <message>
        <source>a link is named by its two ranks: link 0-1 at 400Gb/s</source>
        <translation>链路以其两端的 rank 命名：link 0-1 at 400Gb/s</translation>
    </message>
    <message>
        <source>the new rate is missing or has no unit: %1</source>
        <translation>缺少新速率或没有单位：%1</translation>
    </message>
    <message>
        <source>the present rate is missing or has no unit: %1</source>
        <translation>缺少当前速率或没有单位：%1</translation>
    </message>
    <message>
        <source>the new rate %1 is out of range: 1kb/s to 1Pb/s</source>
        <translation>新速率 %1 超出范围：应为 1kb/s 到 1Pb/s</translation>
    </message>
    <message>
        <source>the present rate %1 is out of range: 1kb/s to 1Pb/s</source>
        <translation>当前速率 %1 超出范围：应为 1kb/s 到 1Pb/s</translation>
    </message>
    <message>
        <source>&quot;at&quot; and a rate are missing: network at 400Gb/s</source>
        <translation>缺少“at”和速率：network at 400Gb/s</translation>
    </message>
    <message>
        <source>the latency is missing or has no unit: latency 5us</source>
        <translation>缺少延迟或没有单位：latency 5us</translation>
    </message>
    <message>
        <source>the latency %1 is out of range: 0s to 1s</source>
        <translation>延迟 %1 超出范围：应为 0s 到 1s</translation>
    </message>
    <message>
        <source>&quot;%1&quot; is not understood: from RATE, latency TIME</source>
        <translation>无法理解“%1”：应为 from 速率 或 latency 时间</translation>
    </message>
    <message>
        <source>only these can be left out: no data stall, no launch delay, no gaps</source>
        <translation>只能去掉这些：no data stall、no launch delay、no gaps</translation>
    </message>
    <message>
        <source>nothing is changed</source>
        <translation>没有写任何改变</translation>
    </message>
    <message>
        <source>&quot;%1&quot; is not understood</source>
        <translation>无法理解“%1”</translation>
    </message>
    <message>
        <source>there is no rank %1: what is open names no ranks</source>
        <translation>没有 rank %1：所打开的内容没有标明 rank</translation>
    </message>
    <message>
        <source>leave the rank out</source>
        <translation>请去掉 rank</translation>
    </message>
    <message>
        <source>there is no rank %1 in what is open, only rank %2</source>
        <translation>所打开的内容中没有 rank %1，只有 rank %2</translation>
    </message>
    <message>
        <source>there is no rank %1 in what is open, only ranks %2</source>
        <translation>所打开的内容中没有 rank %1，只有这些 rank：%2</translation>
    </message>
    <message>
        <source>name one of them</source>
        <translation>请写其中之一</translation>
    </message>
    <message>
        <source>this run has no collectives</source>
        <translation>此运行没有集合通信</translation>
    </message>
    <message>
        <source>choose something else to change</source>
        <translation>请改变别的内容</translation>
    </message>
    <message>
        <source>no collective of this run is a %1, only: %2</source>
        <translation>此运行没有 %1 类集合通信，只有：%2</translation>
    </message>
    <message>
        <source>no collective of this run is of group %1: the groups are %2</source>
        <translation>此运行没有属于组 %1 的集合通信：已有的组为 %2</translation>
    </message>
    <message>
        <source>there is no collective #%1: the numbers are %2</source>
        <translation>没有集合通信 #%1：编号为 %2</translation>
    </message>
    <message>
        <source>no kernel on a device has &quot;%1&quot; in its name; work on threads has</source>
        <translation>没有名称含“%1”的设备内核；线程上的工作有</translation>
    </message>
    <message>
        <source>write slice in place of kernel</source>
        <translation>请把 kernel 改为 slice</translation>
    </message>
    <message>
        <source>no kernel on a device has &quot;%1&quot; in its name; nearest: %2</source>
        <translation>没有名称含“%1”的设备内核；最接近的是：%2</translation>
    </message>
    <message>
        <source>no kernel on a device has &quot;%1&quot; in its name</source>
        <translation>没有名称含“%1”的设备内核</translation>
    </message>
    <message>
        <source>nothing in this run has &quot;%1&quot; in its name; nearest: %2</source>
        <translation>此运行中没有名称含“%1”的内容；最接近的是：%2</translation>
    </message>
    <message>
        <source>nothing in this run has &quot;%1&quot; in its name</source>
        <translation>此运行中没有名称含“%1”的内容</translation>
    </message>
    <message>
        <source>take a part of a name in the table by name</source>
        <translation>请取“按名称”表中某个名称的一部分</translation>
    </message>
    <message>
        <source>nothing in this run goes over a network: no collective, no message, no slice that communicates</source>
        <translation>此运行没有任何经过网络的内容：没有集合通信、消息或通信切片</translation>
    </message>
    <message>
        <source>no collective and no message of this run is between ranks %1 and %2 alone</source>
        <translation>此运行中没有仅在 rank %1 与 rank %2 之间的集合通信或消息</translation>
    </message>
    <message>
        <source>change the network instead: network at 400Gb/s</source>
        <translation>请改为改变整个网络：network at 400Gb/s</translation>
    </message>
    <message>
        <source>the present rate of the network is unknown: no collective of this run has a size</source>
        <translation>网络的当前速率未知：此运行的集合通信都没有大小</translation>
    </message>
    <message>
        <source>say it: &quot;network at 400Gb/s from 200Gb/s&quot;</source>
        <translation>请写明：“network at 400Gb/s from 200Gb/s”</translation>
    </message>
    <message>
        <source>the run would be longer than this axis can hold, %1 days</source>
        <translation>运行将超过时间轴所能容纳的 %1 天</translation>
    </message>
    <message>
        <source>ask for less of a slowdown</source>
        <translation>请减小减速的程度</translation>
    </message>
    <message>
        <source>the run holds no slices to follow</source>
        <translation>此运行没有可追踪的切片</translation>
    </message>
    <message>
        <source>open a trace with events, not sums</source>
        <translation>请打开含事件而非汇总的踪迹</translation>
    </message>
    <message>
        <source>no thread or stream does anything in this range of time</source>
        <translation>此时间范围内没有任何线程或流在工作</translation>
    </message>
    <message>
        <source>choose another range</source>
        <translation>请选择其他范围</translation>
    </message>
    <message>
        <source>more than 2^31 slices</source>
        <translation>切片数超过 2^31</translation>
    </message>
    <message>
        <source>choose a range of time</source>
        <translation>请选择一个时间范围</translation>
    </message>
    <message>
        <source>of %1 of %2 collective calls and sends the other ranks&apos; part is not known, and so not who waited for whom</source>
        <translation>%2 次集合通信与发送调用中，有 %1 次不知道其他 rank 的部分，因而不知道谁在等谁</translation>
    </message>
    <message>
        <source>%1 steps of the pipeline lack operations and are not linked, counted once a DP rank</source>
        <translation>流水线有 %1 个步缺少操作而未建立联系（每个 DP rank 各计一次）</translation>
    </message>
    <message>
        <source>Of every collective (from its last member&apos;s start), message and send the latency stays and the rest is multiplied by present rate / new rate.</source>
        <translation>每个集合通信（从最后一个成员开始时起）、消息和发送的延迟不变，其余部分乘以 当前速率 / 新速率。</translation>
    </message>
    <message>
        <source>Latency: as given.</source>
        <translation>延迟：如所给。</translation>
    </message>
    <message>
        <source>Latency: the shortest call of the same operation or name; for messages between slices 0.</source>
        <translation>延迟：同一操作或同名调用中最短者；切片之间的消息取 0。</translation>
    </message>
    <message>
        <source>Present rate: as given.</source>
        <translation>当前速率：如所给。</translation>
    </message>
    <message>
        <source>Present rate: the highest bus bandwidth that a collective of this run reached.</source>
        <translation>当前速率：本次运行的集合通信达到的最高总线带宽。</translation>
    </message>
    <message>
        <source>Only what takes place between these two ranks alone is changed.</source>
        <translation>只改变仅发生在这两个 rank 之间的内容。</translation>
    </message>
    <message>
        <source>Only time of the activity itself is changed, not the time in which it waits. On ranks without device streams what runs within computing counts as computing, as in the breakdown.</source>
        <translation>只改变该活动自身的时间，不改变其等待的时间。在没有设备流的 rank 上，计算之内运行的内容也算作计算，与时间分解一致。</translation>
    </message>
    <message>
        <source>What nothing explains may have been real work that the trace does not show.</source>
        <translation>无法解释的时间可能是踪迹未显示的真实工作。</translation>
    </message>
    <message>
        <source>in the range %1 holds no slices of %2: none are compared</source>
        <translation>范围内 %1 没有%2的切片：未比较</translation>
    </message>
    <message>
        <source>in the range %1 holds no collectives: none is compared</source>
        <translation>范围内 %1 没有集合通信：未比较</translation>
    </message>
    <message>
        <source>the link&apos;s name is missing</source>
        <translation>缺少链路的名称</translation>
    </message>
    <message>
        <source>no link of this run is called &quot;%1&quot;, or how busy it was is not known</source>
        <translation>此运行没有名为“%1”的链路，或其繁忙程度未知</translation>
    </message>
    <message>
        <source>take a name from Traffic, by link</source>
        <translation>请从“流量”视图按链路取一个名称</translation>
    </message>
    <message>
        <source>Of every collective, message and send the time in which the link was busy is changed, as if all that is under way waited for it: no more than this is gained.</source>
        <translation>每个集合通信、消息和发送中，只改变该链路繁忙的时间，如同所有传输都在等它：所得不会超过此值。</translation>
    </message>
    <message>
        <source>1 step of the pipeline lacks operations and is not linked</source>
        <translation>流水线有 1 个步缺少操作而未建立联系</translation>
    </message>
    <message>
        <source>which collective is not said: an operation (all-reduce), #number, group number or all</source>
        <translation>没有说明是哪个集合通信：应为操作（all-reduce）、#编号、group 编号或 all</translation>
    </message>
    <message>
        <source>%1 between the ranks the trace names</source>
        <translation>%1 在跟踪所记录的 rank 之间</translation>
    </message>
    <message>
        <source>%1 carried no bytes.</source>
        <translation>%1 未携带字节。</translation>
    </message>
    <message>
        <source>%1 expanded as %2</source>
        <translation>%1 按 %2 展开</translation>
    </message>
    <message>
        <source>%1 expanded pairwise</source>
        <translation>%1 成对展开</translation>
    </message>
    <message>
        <source>%1 left out, as none of the other ranks is in this run.</source>
        <translation>略去 %1，因为其他 rank 都不在本次运行中。</translation>
    </message>
    <message>
        <source>%1 not expanded.</source>
        <translation>%1 未展开。</translation>
    </message>
    <message>
        <source>%1 of %2 calls are in no cell: nothing tells which calls of other ranks they were made with.</source>
        <translation>%2 次调用中有 %1 次不在任何单元格中：没有信息说明它们与其他 rank 的哪些调用配对。</translation>
    </message>
    <message>
        <source>%1 of %2 ranks are in this run.</source>
        <translation>本次运行包含 %2 个 rank 中的 %1 个。</translation>
    </message>
    <message>
        <source>%1 of %2 ranks are in this run; the part of the others is inferred.</source>
        <translation>本次运行包含 %2 个 rank 中的 %1 个；其余部分为推断。</translation>
    </message>
    <message>
        <source>%1 of a single rank moved nothing.</source>
        <translation>仅含一个 rank 的 %1 没有移动数据。</translation>
    </message>
    <message>
        <source>%1 operation of unknown size left out.</source>
        <translation>略去大小未知的 %1 次操作。</translation>
    </message>
    <message>
        <source>%1 operations of unknown size left out.</source>
        <translation>略去大小未知的 %1 次操作。</translation>
    </message>
    <message>
        <source>%1 reduced in the switches: no messages between ranks.</source>
        <translation>%1 在交换机内规约：rank 之间没有消息。</translation>
    </message>
    <message>
        <source>%1 to or from an unknown rank left out.</source>
        <translation>略去与未知 rank 往来的 %1。</translation>
    </message>
    <message>
        <source>%1 whose members are unknown left out.</source>
        <translation>略去成员未知的 %1。</translation>
    </message>
    <message>
        <source>%1 whose root is not named taken to be rooted at the first rank of the group.</source>
        <translation>未指明根的 %1 视为以组内第一个 rank 为根。</translation>
    </message>
    <message>
        <source>%1 without a named peer left out.</source>
        <translation>略去未指明对端的 %1。</translation>
    </message>
    <message>
        <source>%1 without a size counted as if in one piece.</source>
        <translation>大小未知的 %1 按整块计数。</translation>
    </message>
    <message>
        <source>%1 without a size left out.</source>
        <translation>略去大小未知的 %1。</translation>
    </message>
    <message>
        <source>%1 without messages left out of the time.</source>
        <translation>时间中略去没有消息的 %1。</translation>
    </message>
    <message>
        <source>A bin that spans several columns is spread evenly over them.</source>
        <translation>跨越多列的区间均匀分摊到各列。</translation>
    </message>
    <message>
        <source>An operation counts where it begins.</source>
        <translation>操作计入其开始所在处。</translation>
    </message>
    <message>
        <source>Each cell is the time two ranks were inside the same collective at once, summed over %1.</source>
        <translation>每个单元格是两个 rank 同时处于同一集合通信中的时间，对 %1 求和。</translation>
    </message>
    <message>
        <source>Each cell is the time two ranks were inside the same collective or message at once, summed over %1 and %2.</source>
        <translation>每个单元格是两个 rank 同时处于同一集合通信或消息中的时间，对 %1 和 %2 求和。</translation>
    </message>
    <message>
        <source>Each cell is the time two ranks were sending and receiving the same message at once, summed over %1.</source>
        <translation>每个单元格是两个 rank 同时收发同一消息的时间，对 %1 求和。</translation>
    </message>
    <message>
        <source>From the log&apos;s HEATMAP module: bins of %1 s and more, to seven digits a bin.</source>
        <translation>来自日志的 HEATMAP 模块：区间为 %1 秒及以上，每区间七位有效数字。</translation>
    </message>
    <message>
        <source>From the log&apos;s HEATMAP module: bins of %1 s, to seven digits a bin.</source>
        <translation>来自日志的 HEATMAP 模块：区间为 %1 秒，每区间七位有效数字。</translation>
    </message>
    <message>
        <source>In %1 the sizes of ranks that were not recorded are inferred.</source>
        <translation>在 %1 中，未记录的 rank 的大小为推断。</translation>
    </message>
    <message>
        <source>Messages as recorded, and collectives without messages expanded:</source>
        <translation>消息按记录，没有消息的集合通信按以下方式展开：</translation>
    </message>
    <message>
        <source>No collective and no message was found in this run.</source>
        <translation>本次运行中未找到集合通信或消息。</translation>
    </message>
    <message>
        <source>No collective is among what is counted.</source>
        <translation>所计内容中没有集合通信。</translation>
    </message>
    <message>
        <source>No collective lies in this time range.</source>
        <translation>该时间范围内没有集合通信。</translation>
    </message>
    <message>
        <source>No collective that two of its ranks took part in was found.</source>
        <translation>未找到本次运行中有两个 rank 参与的集合通信。</translation>
    </message>
    <message>
        <source>No single I/O operation and no heat map is in this run.</source>
        <translation>本次运行中没有单个 I/O 操作，也没有热图。</translation>
    </message>
    <message>
        <source>Only one rank is in this run, so there is no pair of ranks to show.</source>
        <translation>本次运行只有一个 rank，没有可显示的 rank 对。</translation>
    </message>
    <message>
        <source>The log&apos;s heat map knows bytes alone, and of no file: this needs single operations (Darshan&apos;s DXT, DFTracer).</source>
        <translation>日志的热图只记录字节且不分文件：此项需要单个操作（Darshan 的 DXT、DFTracer）。</translation>
    </message>
    <message>
        <source>The messages carry no sizes: their time is shown.</source>
        <translation>消息不带大小：显示其时间。</translation>
    </message>
    <message>
        <source>The run carries no message sizes, so time is shown instead.</source>
        <translation>本次运行没有消息大小，因此改为显示时间。</translation>
    </message>
    <message>
        <source>The trace names the algorithm of %1.</source>
        <translation>跟踪指明了 %1 的算法。</translation>
    </message>
    <message>
        <source>What an operation moved or took is spread evenly over its duration.</source>
        <translation>操作移动的数据或所用时间均匀分摊到其时长内。</translation>
    </message>
    <message>
        <source>chain</source>
        <translation>链</translation>
    </message>
    <message>
        <source>double binary tree</source>
        <translation>双二叉树</translation>
    </message>
    <message>
        <source>ring</source>
        <translation>环</translation>
    </message>
    <message>
        <source>sizes as the run gives them.</source>
        <translation>大小按运行所给。</translation>
    </message>
    <message>
        <source>computing is a roofline that no measurement of such networks has fitted: runs of 3-D convolutions took 3 to 7 times as long; give workload.step_compute where it is known</source>
        <translation>计算时间取自 roofline，此类网络尚无实测拟合：三维卷积的运行实际耗时为其 3 至 7 倍；若已知请给出 workload.step_compute</translation>
    </message>
    <message>
        <source>event repeated in the file with every field the same: counted each time</source>
        <translation>事件在文件中重复出现，各字段完全相同：每次都计入</translation>
    </message>
    <message>
        <source>Calls are matched across ranks by the step, number and pipeline stage of each.</source>
        <translation>各 rank 的调用按步、编号和流水线阶段配对。</translation>
    </message>
    <message>
        <source>What would tell: the ranks of each communicator and the peer of each send in the trace, or for a pipeline&apos;s timeline the DP and PP rank, step and seq_id of each operation.</source>
        <translation>所需信息：跟踪中各通信域的 rank 与每次发送的对端；对于流水线时间线，则为每个操作的 DP 与 PP rank、步和 seq_id。</translation>
    </message>
    <message>
        <source>of the range the overall table counts what lies in it; the others count at its whole length what starts in it, as Statistics does</source>
        <translation>范围内，总览表只计位于其中的部分；其他表按全长计其中开始的切片，与统计一致</translation>
    </message>
    <message>
        <source>nothing of %1 lies in the range: it is %2 long, and the range begins %3 after it does; nothing is compared</source>
        <translation>%1 在该范围内没有内容：它长 %2，而范围始于其开始后 %3；未作比较</translation>
    </message>
    <message>
        <source>nothing of %1 lies in the range: it begins %2 after the range ends; nothing is compared</source>
        <translation>%1 在该范围内没有内容：它在范围结束后 %2 才开始；未作比较</translation>
    </message>
    <message>
        <source>the optimizer of %1 counts as other, %2 a step, and that of a measured run as computing: computing, idle and other differ by that much</source>
        <translation>%1 的优化器计入“其他”，每步 %2，而实测运行的优化器计入计算：计算、空闲与其他因此相差这么多</translation>
    </message>
    <message>
        <source>of unknown length</source>
        <translation>长度未知</translation>
    </message>
    <message>
        <source>%1: 1 slice starts outside of all steps and is left out</source>
        <translation>%1：1 个切片在所有步之外开始，未计入</translation>
    </message>
    <message>
        <source>%1 of the path is explained by nothing that was recorded; a what-if about anything else leaves that time as it is, so its answer is no surer than the rest of the path; the gain in a row of such time says what it costs, not what would shorten it</source>
        <translation>路径的 %1 无法由任何记录解释；针对其他内容的假设分析保持这段时间不变，因此其结果不比路径其余部分更可靠；此类时间所在行的“收益”说明其代价，而不说明如何缩短它</translation>
    </message>
    <message>
        <source>&quot;%1&quot; is no rank: ranks are numbers from 0 on</source>
        <translation>“%1”不是 rank：rank 是从 0 开始的数</translation>
    </message>
    <message>
        <source>&quot;%1&quot; is no number of a group</source>
        <translation>“%1”不是组的编号</translation>
    </message>
    <message>
        <source>the name is missing: slice exactly NAME x2</source>
        <translation>缺少名称：slice exactly NAME x2</translation>
    </message>
    <message>
        <source>nothing changes: in this run no time goes to %1</source>
        <translation>没有变化：此运行没有时间用于%1</translation>
    </message>
    <message>
        <source>nothing changes: in this range of time no time goes to %1</source>
        <translation>没有变化：此时间范围内没有时间用于%1</translation>
    </message>
    <message>
        <source>nothing changes: on rank %1 no time goes to %2</source>
        <translation>没有变化：rank %1 上没有时间用于%2</translation>
    </message>
    <message>
        <source>computing</source>
        <translation>计算</translation>
    </message>
    <message>
        <source>communication</source>
        <translation>通信</translation>
    </message>
    <message>
        <source>copy</source>
        <translation>拷贝</translation>
    </message>
    <message>
        <source>data loading</source>
        <translation>数据加载</translation>
    </message>
    <message>
        <source>checkpoint</source>
        <translation>检查点</translation>
    </message>
    <message>
        <source>host</source>
        <translation>主机</translation>
    </message>
    <message>
        <source>launch delay</source>
        <translation>启动延迟</translation>
    </message>
    <message>
        <source>gaps</source>
        <translation>空隙</translation>
    </message>
    <message>
        <source>waits</source>
        <translation>等待</translation>
    </message>
    <message>
        <source>messages</source>
        <translation>消息</translation>
    </message>
    <message>
        <source>dependencies</source>
        <translation>依赖</translation>
    </message>
    <message>
        <source>hand-overs</source>
        <translation>交接</translation>
    </message>
    <message>
        <source>time before the first event</source>
        <translation>首个事件之前的时间</translation>
    </message>
    <message>
        <source>collectives</source>
        <translation>集合通信</translation>
    </message>
    <message>
        <source>collective #%1</source>
        <translation>集合通信 #%1</translation>
    </message>
    <message>
        <source>collective of group %1</source>
        <translation>组 %1 的集合通信</translation>
    </message>
    <message>
        <source>Rank %1 comes no later than the median of the other members to any collective: nothing changes.</source>
        <translation>Rank %1 到达任何集合通信都不晚于其他成员的中位数：没有变化。</translation>
    </message>
    <message>
        <source>None of it is on the critical path: one of the paths that are as long leads through it, and the others stay as long as they are.</source>
        <translation>它全不在关键路径上：有一条同样长的路径经过它，而其他路径长度不变。</translation>
    </message>
    <message>
        <source>None of it is on the critical path: shortening it changes nothing; the nearest of it has %1 of slack.</source>
        <translation>它全不在关键路径上：缩短它不会带来变化；其中最接近的一处再延长 %1 才会使运行变长。</translation>
    </message>
    <message>
        <source>The path as it was becomes %1 shorter, but another path is as long as it was: nothing is gained.</source>
        <translation>原路径缩短 %1，但另一条路径与它原来一样长：没有收益。</translation>
    </message>
    <message>
        <source>The path as it was becomes %1 shorter, but another path is then the longest: %2 is gained.</source>
        <translation>原路径缩短 %1，但此后另一条路径最长：收益为 %2。</translation>
    </message>
    <message>
        <source>no collective of rank %1 is seen on another rank: how late it comes is not known</source>
        <translation>rank %1 的集合通信在其他 rank 上均未见到：不知道它晚到多少</translation>
    </message>
    <message>
        <source>open the traces of several ranks together</source>
        <translation>请一起打开多个 rank 的 trace</translation>
    </message>
    <message>
        <source>nothing in this run is called &quot;%1&quot;; nearest: %2</source>
        <translation>此运行中没有名为“%1”的内容；最接近的有：%2</translation>
    </message>
    <message>
        <source>nothing in this run is called &quot;%1&quot;</source>
        <translation>此运行中没有名为“%1”的内容</translation>
    </message>
    <message>
        <source>take a whole name in the table by name</source>
        <translation>请从按名称的表中取完整名称</translation>
    </message>
    <message>
        <source>What the others wait for a rank is summed over them; what the run would gain if it were not late is less and stands in Critical path, what-if &quot;rank %1 not late&quot;.</source>
        <translation>其他 rank 等待某一 rank 的时间是各自相加的；若它不晚到，运行的收益小于此值，见“关键路径”中的假设 &quot;rank %1 not late&quot;。</translation>
    </message>
    <message>
        <source>Waits of several ranks at the same time count once here; in Statistics, Stragglers, they are summed.</source>
        <translation>多个 rank 同时等待在此只计一次；在“统计 ▸ 掉队者”中则相加。</translation>
    </message>
    <message>
        <source>a rank below 0 is none: left without a rank</source>
        <translation>小于 0 的 rank 不是 rank：不归属任何 rank</translation>
    </message>
    <message>
        <source>%1 links contradict the clocks (the effect is over before its cause begins) and are left out</source>
        <translation>%1 个联系与时钟矛盾（结果在原因开始之前已结束），已略去</translation>
    </message>
    <message>
        <source>%1 failed operation left out.</source>
        <translation>略去 %1 次失败的操作。</translation>
    </message>
    <message>
        <source>%1 failed operations left out.</source>
        <translation>略去 %1 次失败的操作。</translation>
    </message>
    <message>
        <source>What is counted has no messages between ranks whose sizes could be told, so time is shown instead.</source>
        <translation>所统计的内容中没有可知大小的进程间消息，因此改为显示时间。</translation>
    </message>
    <message>
        <source>The size of an all-to-all counts the part that a rank keeps, which is not sent.</source>
        <translation>all-to-all 的大小包含进程自留的部分，这部分不发送。</translation>
    </message>
    <message>
        <source>%1 counts pieces of work as they were drawn, a measured run its kernels and calls: total times, collectives and bytes are compared, numbers of calls are not</source>
        <translation>%1 计的是绘出的工作段，实测运行计的是内核与调用：比较总时间、集合通信与字节数，不比较调用次数</translation>
    </message>
    <message>
        <source>neither run holds anything that was timed: no slices, no power</source>
        <translation>两次运行均无计时内容：没有切片，也没有功率</translation>
    </message>
    <message>
        <source>no rank is in both</source>
        <translation>没有两者共有的 rank</translation>
    </message>
    <message>
        <source>a change begins with collective, kernel, slice, rank, longest collective, slowest rank, network, link, no, launch delay, gaps, waits, messages, dependencies, hand-overs, or with what is done: computing, communication, copy, data loading, checkpoint, host</source>
        <translation>更改以 collective、kernel、slice、rank、longest collective、slowest rank、network、link、no、launch delay、gaps、waits、messages、dependencies、hand-overs 开头，或以所做之事开头：computing、communication、copy、data loading、checkpoint、host</translation>
    </message>
    <message>
        <source>Rank %1 is recorded only from %2 on, when others already waited for it at %3: of the longest wait there %4, of the waits in sum %5 may be the recording&apos;s.</source>
        <translation>Rank %1 从 %2 起才有记录，那时其他 rank 已在 %3 处等它：其中最长等待的 %4、等待之和的 %5 可能来自记录本身。</translation>
    </message>
    <message>
        <source>This rank alone is changed; the gain in a row of the table, as that of the time before the first event, is of all ranks at once.</source>
        <translation>只改变此 rank；表中各行（如首个事件之前的时间）的收益则是所有 rank 同时改变。</translation>
    </message>
    <message>
        <source>&quot;%1&quot; is not understood: there are longest collective and slowest rank; a kernel or slice is named</source>
        <translation>无法理解“%1”：可用 longest collective 和 slowest rank；kernel 或 slice 请写名称</translation>
    </message>
    <message>
        <source>slowest rank is a rank already: leave &quot;on rank&quot; out</source>
        <translation>slowest rank 已是一个 rank：请去掉“on rank”</translation>
    </message>
    <message>
        <source>The longest collective is %1: it takes %2 from its last member&apos;s start.</source>
        <translation>最长的集合通信是 %1：自其最后一个成员开始后用时 %2。</translation>
    </message>
    <message>
        <source>The slowest rank is rank %1: the others wait %2 for it, in sum.</source>
        <translation>最慢的是 rank %1：其他 rank 为其等待合计 %2。</translation>
    </message>
    <message>
        <source>no collective of this run is seen to move data</source>
        <translation>此运行中没有可见其传输数据的集合通信</translation>
    </message>
    <message>
        <source>no rank makes another wait in a collective</source>
        <translation>没有 rank 在集合通信中使其他 rank 等待</translation>
    </message>
    <message>
        <source>All then come at once to %1, which waited longest for rank %2: %3.</source>
        <translation>届时所有成员同时到达 %1；它原先为 rank %2 等待最久：%3。</translation>
    </message>
    <message>
        <source>Rank %1 still comes last to %2, which waited longest for it: the longest wait there is %3 instead of %4.</source>
        <translation>Rank %1 仍最后到达 %2（它为其等待最久）：那里的最长等待为 %3，原为 %4。</translation>
    </message>
    <message>
        <source>Rank %1 then comes last to %2, which waited longest for rank %3: the longest wait there is %4 instead of %5, %6 less.</source>
        <translation>届时 rank %1 最后到达 %2（它原先为 rank %3 等待最久）：那里的最长等待为 %4，原为 %5，少 %6。</translation>
    </message>
    <message>
        <source>Rank %1 then comes last to %2, which waited longest for rank %3: the longest wait there is %4 instead of %5, %6 more.</source>
        <translation>届时 rank %1 最后到达 %2（它原先为 rank %3 等待最久）：那里的最长等待为 %4，原为 %5，多 %6。</translation>
    </message>
    <message>
        <source>To %1 of the %2 collectives that rank %3 came last to, rank %4 then comes last.</source>
        <translation>原先由 rank %3 最后到达的 %2 次集合通信中，有 %1 次届时由 rank %4 最后到达。</translation>
    </message>
    <message>
        <source>To %1 of the %2 collectives that it came last to, rank %3 still comes last.</source>
        <translation>原先由其最后到达的 %2 次集合通信中，rank %3 仍有 %1 次最后到达。</translation>
    </message>
    <message>
        <source>The gain of the time before the first event is of all ranks beginning at once; of rank %1 alone it is that of what-if &quot;rank %2 not late&quot;, which is less where another rank comes next.</source>
        <translation>首个事件之前的时间的收益是所有 rank 同时开始；仅 rank %1 的收益见假设 &quot;rank %2 not late&quot;，若另有 rank 紧随其后则更小。</translation>
    </message>
    <message>
        <source>the sum over the ranks is longer than can be told (2,562 hours)</source>
        <translation>各 rank 之和超出可表示的范围（2,562 小时）</translation>
    </message>
    <message>
        <source>times are not in the file: nodes stand in the order of what they wait for</source>
        <translation>文件中没有时间：节点按其等待关系排列</translation>
    </message>
    <message>
        <source>messages between nodes stand for all ranks of a node, on its first rank</source>
        <translation>节点间的消息代表该节点的所有 rank，记在其第一个 rank 上</translation>
    </message>
    <message>
        <source>values of a series beyond 106 days, left out</source>
        <translation>序列中超出 106 天的数值已略去</translation>
    </message>
    <message>
        <source>archive is cut off or damaged: what was complete is read</source>
        <translation>压缩包被截断或损坏：已读取其中完整的内容</translation>
    </message>
    <message>
        <source>link or device in the archive, left out</source>
        <translation>压缩包中的链接或设备已略去</translation>
    </message>
    <message>
        <source>encrypted entry of the archive, left out</source>
        <translation>压缩包中加密的条目已略去</translation>
    </message>
    <message>
        <source>entry whose name leads out of the archive, left out</source>
        <translation>名称指向压缩包之外的条目已略去</translation>
    </message>
    <message>
        <source>entry of the archive that cannot be unpacked, left out</source>
        <translation>压缩包中无法解压的条目已略去</translation>
    </message>
    <message>
        <source>archive within the archive, left out: unpack it first</source>
        <translation>压缩包中的压缩包已略去：请先解压</translation>
    </message>
    <message>
        <source>entry of the archive that is no trace, left out</source>
        <translation>压缩包中不是跟踪的条目已略去</translation>
    </message>
    <message>
        <source>entry of the archive whose name stands twice, left out</source>
        <translation>压缩包中重名的条目已略去</translation>
    </message>
    <message>
        <source>left out of the folder</source>
        <translation>文件夹中已略去的文件</translation>
    </message>
    <message>
        <source>left out of the folder, known but not read as it lies there</source>
        <translation>文件夹中已略去：格式已知，但不能按现状读取</translation>
    </message>
    <message>
        <source>file of the folder or archive that cannot be read</source>
        <translation>文件夹或压缩包中无法读取的文件</translation>
    </message>
    <message>
        <source>folder with traces, not entered: open it by itself</source>
        <translation>含跟踪的文件夹，未进入：请单独打开</translation>
    </message>
    <message>
        <source>folder not entered, no trace seen in it</source>
        <translation>未进入的文件夹，其中未见跟踪</translation>
    </message>
    <message>
        <source>table beside the traces of the folder, left out: name it to read it</source>
        <translation>文件夹中跟踪旁的表格已略去：要读取请指明其名称</translation>
    </message>
    <message>
        <source>line too long, the end left out</source>
        <translation>行过长，末尾已略去</translation>
    </message>
    <message>
        <source>execution trace not linked to the profile of its rank: their operators differ</source>
        <translation>执行跟踪未与其 rank 的分析器跟踪关联：两者的算子不同</translation>
    </message>
    <message>
        <source>execution trace linked by the order of names, not by ids: it may be of another step</source>
        <translation>执行跟踪按名称顺序而非编号关联：可能属于另一步</translation>
    </message>
    <message>
        <source>record function of another name in the profile, not linked</source>
        <translation>分析器跟踪中的 record function 名称不同，未关联</translation>
    </message>
    <message>
        <source>node of the execution trace without a slice in the profile</source>
        <translation>执行跟踪的节点在分析器跟踪中没有切片</translation>
    </message>
    <message>
        <source>collective of the execution trace without a kernel in the profile</source>
        <translation>执行跟踪的集合通信在分析器跟踪中没有内核</translation>
    </message>
    <message>
        <source>execution trace without a profile of its rank</source>
        <translation>执行跟踪没有其 rank 的分析器跟踪</translation>
    </message>
    <message>
        <source>not read</source>
        <translation>未读取</translation>
    </message>
    <message>
        <source>file given twice, counted once</source>
        <translation>文件重复给出，只计一次</translation>
    </message>
    <message>
        <source>named .gz but not compressed, read as it is</source>
        <translation>名为 .gz 但未压缩，按原样读取</translation>
    </message>
    <message>
        <source>.zip entry is cut off</source>
        <translation>.zip 条目被截断</translation>
    </message>
    <message>
        <source>compressed stream is damaged</source>
        <translation>压缩流已损坏</translation>
    </message>
    <message>
        <source>bytes after the end of the compressed stream, ignored</source>
        <translation>压缩流结束后还有字节，已忽略</translation>
    </message>
    <message>
        <source>row without a size, left out</source>
        <translation>没有大小的行已略去</translation>
    </message>
    <message>
        <source>row that is cut off, left out</source>
        <translation>被截断的行已略去</translation>
    </message>
    <message>
        <source>last line cut off</source>
        <translation>最后一行被截断</translation>
    </message>
    <message>
        <source>MLLOG line that cannot be read</source>
        <translation>无法读取的 MLLOG 行</translation>
    </message>
    <message>
        <source>value that is not JSON, read as null</source>
        <translation>不是 JSON 的值，按 null 读取</translation>
    </message>
    <message>
        <source>time too far from the others to share an axis, left out</source>
        <translation>时间与其他相距太远，无法共用一个时间轴，已略去</translation>
    </message>
    <message>
        <source>interval that ends without a beginning</source>
        <translation>区间有终无始</translation>
    </message>
    <message>
        <source>interval without an end</source>
        <translation>区间有始无终</translation>
    </message>
    <message>
        <source>event of an unknown type, taken as a point in time</source>
        <translation>事件类型未知，视为一个时间点</translation>
    </message>
    <message>
        <source>table that cannot be read</source>
        <translation>无法读取的表</translation>
    </message>
    <message>
        <source>table damaged, read up to there</source>
        <translation>表已损坏，读到损坏处为止</translation>
    </message>
    <message>
        <source>rows of a table that is not read</source>
        <translation>未读取的表的行</translation>
    </message>
    <message>
        <source>ranks not told: processes numbered by their first device</source>
        <translation>未说明 rank：进程按其第一个设备编号</translation>
    </message>
    <message>
        <source>record that is no JSON, left out</source>
        <translation>不是 JSON 的记录已略去</translation>
    </message>
    <message>
        <source>text breaks off: read up to there</source>
        <translation>文本中断：读到该处为止</translation>
    </message>
    <message>
        <source>kernel without what it is, left out</source>
        <translation>未说明是什么的内核已略去</translation>
    </message>
    <message>
        <source>record without its times, left out</source>
        <translation>没有时间的记录已略去</translation>
    </message>
    <message>
        <source>event without its times, left out</source>
        <translation>没有时间的事件已略去</translation>
    </message>
    <message>
        <source>counter value of no kernel and no moment, left out</source>
        <translation>不属于任何内核和时刻的计数器值已略去</translation>
    </message>
    <message>
        <source>sample without a number, not read</source>
        <translation>没有数值的采样，未读取</translation>
    </message>
    <message>
        <source>YAML is damaged: what stood before is kept</source>
        <translation>YAML 已损坏：保留损坏处之前的内容</translation>
    </message>
    <message>
        <source>more facts than are kept, left out</source>
        <translation>事实超出可保留的数目，已略去</translation>
    </message>
    <message>
        <source>the file breaks off: what was whole is kept</source>
        <translation>文件中断：保留完整的部分</translation>
    </message>
    <message>
        <source>NaN or Infinity: unknown</source>
        <translation>NaN 或 Infinity：视为未知</translation>
    </message>
    <message>
        <source>time that cannot be read</source>
        <translation>无法读取的时间</translation>
    </message>
    <message>
        <source>more than 100 days from the first, left out</source>
        <translation>与第一个相距超过 100 天，已略去</translation>
    </message>
    <message>
        <source>begun and not ended: of no length here</source>
        <translation>有始无终：此处按零时长</translation>
    </message>
    <message>
        <source>length of a step below 0 or beyond eleven days</source>
        <translation>步的长度小于 0 或超过十一天</translation>
    </message>
    <message>
        <source>sample without a time, left out</source>
        <translation>没有时间的采样已略去</translation>
    </message>
    <message>
        <source>series whose times go back, left out</source>
        <translation>时间倒退的序列已略去</translation>
    </message>
    <message>
        <source>functions missing: the heading promises another number</source>
        <translation>缺少函数：标题所述数目不同</translation>
    </message>
    <message>
        <source>line that is no row of a profile</source>
        <translation>不是性能分析数据的行</translation>
    </message>
    <message>
        <source>title of a test again before its first row</source>
        <translation>测试的标题在其第一行之前再次出现</translation>
    </message>
    <message>
        <source>row with another number of cells than the header</source>
        <translation>行的单元格数与表头不同</translation>
    </message>
    <message>
        <source>sizes do not rise</source>
        <translation>大小没有递增</translation>
    </message>
    <message>
        <source>test without a row</source>
        <translation>没有任何行的测试</translation>
    </message>
    <message>
        <source>value that is not understood</source>
        <translation>无法理解的值</translation>
    </message>
    <message>
        <source>radical that is not understood</source>
        <translation>无法理解的 radical</translation>
    </message>
    <message>
        <source>no gpu element: GPUs told by their PCI class</source>
        <translation>没有 gpu 元素：按 PCI 类别识别 GPU</translation>
    </message>
    <message>
        <source>no nic element: network cards told by their PCI class</source>
        <translation>没有 nic 元素：按 PCI 类别识别网卡</translation>
    </message>
    <message>
        <source>network speed beyond 8 Tb/s: given in another unit than Mb/s?</source>
        <translation>网络速率超过 8 Tb/s：单位是否不是 Mb/s？</translation>
    </message>
    <message>
        <source>not valid XML, read up to there: %1</source>
        <translation>不是有效的 XML，读到该处为止：%1</translation>
    </message>
    <message>
        <source>no network for simulations: %1</source>
        <translation>没有可供仿真的网络：%1</translation>
    </message>
    <message>
        <source>line that is not a time and a value</source>
        <translation>不是时间加数值的行</translation>
    </message>
    <message>
        <source>view of the file, not used</source>
        <translation>文件中的视图，未使用</translation>
    </message>
    <message>
        <source>trigger of the file, not used</source>
        <translation>文件中的触发器，未使用</translation>
    </message>
    <message>
        <source>virtual table of the file, not read</source>
        <translation>文件中的虚拟表，未读取</translation>
    </message>
    <message>
        <source>table beyond the first 4096, not read</source>
        <translation>前 4096 个之外的表，未读取</translation>
    </message>
    <message>
        <source>computed column of the file, not read</source>
        <translation>文件中的计算列，未读取</translation>
    </message>
    <message>
        <source>damaged: read as far as that is possible</source>
        <translation>已损坏：尽可能读取</translation>
    </message>
    <message>
        <source>line that is no &quot;key: value&quot;</source>
        <translation>不是“key: value”形式的行</translation>
    </message>
    <message>
        <source>line that cannot be read</source>
        <translation>无法读取的行</translation>
    </message>
    <message>
        <source>system that finished twice, the last counts</source>
        <translation>系统两次结束，以最后一次为准</translation>
    </message>
    <message>
        <source>statistic beyond the first 64 kinds, left out</source>
        <translation>前 64 种之外的统计项已略去</translation>
    </message>
    <message>
        <source>operation that ended without having been issued</source>
        <translation>未曾发出却已结束的操作</translation>
    </message>
    <message>
        <source>system that did not finish</source>
        <translation>未结束的系统</translation>
    </message>
    <message>
        <source>times are in cycles of unknown length: set astrasim.clock to see them on the time axis</source>
        <translation>时间以长度未知的周期计：设置 astrasim.clock 后可在时间轴上查看</translation>
    </message>
    <message>
        <source>operation that did not end</source>
        <translation>未结束的操作</translation>
    </message>
    <message>
        <source>number of layers differs from the file&apos;s own</source>
        <translation>层数与文件所述不同</translation>
    </message>
    <message>
        <source>line that is no layer, left out</source>
        <translation>不是层的行已略去</translation>
    </message>
    <message>
        <source>collective of an unknown name</source>
        <translation>名称未知的集合通信</translation>
    </message>
    <message>
        <source>CUDA graphs traced whole: they count as computing, communication inside them is not seen</source>
        <translation>CUDA graph 按整体跟踪：计为计算，看不到其中的通信</translation>
    </message>
    <message>
        <source>rows of an older version of a table, not read</source>
        <translation>旧版本表的行，未读取</translation>
    </message>
    <message>
        <source>generic event without a number, not read</source>
        <translation>没有数值的通用事件，未读取</translation>
    </message>
    <message>
        <source>MPI call without an end, shown as an instant</source>
        <translation>MPI 调用有始无终，显示为一个时刻</translation>
    </message>
    <message>
        <source>NVTX range still open at the end, shown as an instant</source>
        <translation>NVTX 范围到最后仍未结束，显示为一个时刻</translation>
    </message>
    <message>
        <source>NVTX payload in binary, not read</source>
        <translation>二进制的 NVTX 载荷，未读取</translation>
    </message>
    <message>
        <source>a thread came to a CPU or left it, but not both</source>
        <translation>线程进入或离开 CPU 只有其一</translation>
    </message>
    <message>
        <source>events of a kind that is not read</source>
        <translation>不读取的种类的事件</translation>
    </message>
    <message>
        <source>Nsight Systems warned</source>
        <translation>Nsight Systems 的警告</translation>
    </message>
    <message>
        <source>damaged line, left out</source>
        <translation>损坏的行已略去</translation>
    </message>
    <message>
        <source>line of a kind that is not read, left out</source>
        <translation>不读取的种类的行已略去</translation>
    </message>
    <message>
        <source>event without a time, left out</source>
        <translation>没有时间的事件已略去</translation>
    </message>
    <message>
        <source>negative duration</source>
        <translation>时长为负</translation>
    </message>
    <message>
        <source>times are not in microseconds, but are read as such</source>
        <translation>时间单位不是微秒，但按微秒读取</translation>
    </message>
    <message>
        <source>a hash stands for two names: the later one counts from there</source>
        <translation>一个散列值对应两个名称：自该处起以后者为准</translation>
    </message>
    <message>
        <source>more series than are kept, left out</source>
        <translation>序列超出可保留的数目，已略去</translation>
    </message>
    <message>
        <source>aggregated events: sums of an interval, no single operations</source>
        <translation>聚合事件：一段时间的总和，没有单个操作</translation>
    </message>
    <message>
        <source>process without a rank, numbered by host and pid</source>
        <translation>没有 rank 的进程，按主机和 pid 编号</translation>
    </message>
    <message>
        <source>event more than 45 days from the others, left out</source>
        <translation>与其他相距超过 45 天的事件已略去</translation>
    </message>
    <message>
        <source>line longer than 64 MiB, left out</source>
        <translation>长于 64 MiB 的行已略去</translation>
    </message>
    <message>
        <source>line that is no event, left out</source>
        <translation>不是事件的行已略去</translation>
    </message>
    <message>
        <source>definition that cannot be read</source>
        <translation>无法读取的定义</translation>
    </message>
    <message>
        <source>record that cannot be read: left out</source>
        <translation>无法读取的记录：已略去</translation>
    </message>
    <message>
        <source>record without a time: left out</source>
        <translation>没有时间的记录：已略去</translation>
    </message>
    <message>
        <source>begin without an end: shown until the log ends</source>
        <translation>有始无终：显示到日志结束</translation>
    </message>
    <message>
        <source>message whose sending is in no log</source>
        <translation>任何日志中都没有其发送的消息</translation>
    </message>
    <message>
        <source>begin in more than 4096 open ones: left out</source>
        <translation>未结束的已超过 4096 个时的开始：已略去</translation>
    </message>
    <message>
        <source>begin without an end: shown until what surrounds it ends</source>
        <translation>有始无终：显示到外层结束</translation>
    </message>
    <message>
        <source>log that is damaged: read up to there</source>
        <translation>日志已损坏：读到损坏处为止</translation>
    </message>
    <message>
        <source>logs that are not beside it: only what the .sts says is known of them</source>
        <translation>日志不在其旁：只知道 .sts 所述的内容</translation>
    </message>
    <message>
        <source>task that did not start: left out</source>
        <translation>未开始的任务：已略去</translation>
    </message>
    <message>
        <source>task that failed</source>
        <translation>失败的任务</translation>
    </message>
    <message>
        <source>task that was terminated</source>
        <translation>被终止的任务</translation>
    </message>
    <message>
        <source>task without an end: shown without a length</source>
        <translation>任务没有结束：按零时长显示</translation>
    </message>
    <message>
        <source>disk operation without a time: left out</source>
        <translation>没有时间的磁盘操作：已略去</translation>
    </message>
    <message>
        <source>disk operation that failed</source>
        <translation>失败的磁盘操作</translation>
    </message>
    <message>
        <source>time beyond 104 days: left out</source>
        <translation>超出 104 天的时间：已略去</translation>
    </message>
    <message>
        <source>sample earlier than the one before: left out</source>
        <translation>早于前一个的采样：已略去</translation>
    </message>
    <message>
        <source>the document ends early: what was complete is shown</source>
        <translation>文档提前结束：显示完整的部分</translation>
    </message>
    <message>
        <source>ranks numbered by the order of the processes: no communicator says them</source>
        <translation>rank 按进程的顺序编号：没有通信域说明</translation>
    </message>
    <message>
        <source>time more than 100 days from the start: left out</source>
        <translation>距开始超过 100 天的时间：已略去</translation>
    </message>
    <message>
        <source>event of an undefined location: left out</source>
        <translation>未定义位置的事件：已略去</translation>
    </message>
    <message>
        <source>the recorder wrote its buffer out: what follows is distorted</source>
        <translation>记录器写出了缓冲区：其后的时间失真</translation>
    </message>
    <message>
        <source>leave without an enter</source>
        <translation>离开而没有进入</translation>
    </message>
    <message>
        <source>enter without a leave: shown until what surrounds it ends</source>
        <translation>进入而没有离开：显示到外层结束</translation>
    </message>
    <message>
        <source>end of a collective without its begin</source>
        <translation>集合通信有终无始</translation>
    </message>
    <message>
        <source>end of an I/O operation without its begin</source>
        <translation>I/O 操作有终无始</translation>
    </message>
    <message>
        <source>enter without a leave: shown until the last event of its location</source>
        <translation>进入而没有离开：显示到其位置的最后一个事件</translation>
    </message>
    <message>
        <source>I/O operation without its end: left out</source>
        <translation>I/O 操作有始无终：已略去</translation>
    </message>
    <message>
        <source>send without a receive</source>
        <translation>有发送而没有接收</translation>
    </message>
    <message>
        <source>receive without a send</source>
        <translation>有接收而没有发送</translation>
    </message>
    <message>
        <source>message received before it was sent: the clocks differ</source>
        <translation>消息的接收早于发送：时钟不一致</translation>
    </message>
    <message>
        <source>what the OTF2 library said</source>
        <translation>OTF2 库给出的信息</translation>
    </message>
    <message>
        <source>the OTF2 library gave up: what it had read by then is shown</source>
        <translation>OTF2 库中止：显示此前读取的内容</translation>
    </message>
    <message>
        <source>the archive could not be read to its end</source>
        <translation>归档未能读到末尾</translation>
    </message>
    <message>
        <source>events missing: the definitions promise another number</source>
        <translation>缺少事件：定义所述数目不同</translation>
    </message>
    <message>
        <source>link without its end</source>
        <translation>连线有始无终</translation>
    </message>
    <message>
        <source>link without its start</source>
        <translation>连线有终无始</translation>
    </message>
    <message>
        <source>state that is not ended: shown until the trace ends</source>
        <translation>状态未结束：显示到跟踪结束</translation>
    </message>
    <message>
        <source>times taken as milliseconds: the types are StarPU&apos;s</source>
        <translation>时间视为毫秒：类型是 StarPU 的</translation>
    </message>
    <message>
        <source>time that is no number, or is out of range: event left out</source>
        <translation>时间不是数字或超出范围：事件已略去</translation>
    </message>
    <message>
        <source>event without a time: left out</source>
        <translation>没有时间的事件：已略去</translation>
    </message>
    <message>
        <source>value of an undefined type</source>
        <translation>未定义类型的值</translation>
    </message>
    <message>
        <source>type without a name</source>
        <translation>没有名称的类型</translation>
    </message>
    <message>
        <source>container without a name</source>
        <translation>没有名称的容器</translation>
    </message>
    <message>
        <source>container of an undefined type</source>
        <translation>未定义类型的容器</translation>
    </message>
    <message>
        <source>container in an undefined one: put at the top</source>
        <translation>位于未定义容器中的容器：放在顶层</translation>
    </message>
    <message>
        <source>state of an undefined container or type: left out</source>
        <translation>未定义容器或类型的状态：已略去</translation>
    </message>
    <message>
        <source>pop without a push</source>
        <translation>有 pop 而没有 push</translation>
    </message>
    <message>
        <source>variable of an undefined container or type: left out</source>
        <translation>未定义容器或类型的变量：已略去</translation>
    </message>
    <message>
        <source>value that is no number: left out</source>
        <translation>不是数字的值：已略去</translation>
    </message>
    <message>
        <source>event of an undefined container or type: left out</source>
        <translation>未定义容器或类型的事件：已略去</translation>
    </message>
    <message>
        <source>link of an undefined container or type: left out</source>
        <translation>未定义容器或类型的连线：已略去</translation>
    </message>
    <message>
        <source>quote that is not closed</source>
        <translation>引号没有闭合</translation>
    </message>
    <message>
        <source>event definition without a name or a number</source>
        <translation>没有名称或编号的事件定义</translation>
    </message>
    <message>
        <source>event this reader does not know: %1</source>
        <translation>此读取器不认识的事件：%1</translation>
    </message>
    <message>
        <source>field outside of an event definition</source>
        <translation>事件定义之外的字段</translation>
    </message>
    <message>
        <source>line that is no defined event</source>
        <translation>不是已定义事件的行</translation>
    </message>
    <message>
        <source>more fields than the event has: left out</source>
        <translation>字段多于事件所有的：已略去</translation>
    </message>
    <message>
        <source>more cells than the header has: left out</source>
        <translation>单元格多于表头：已略去</translation>
    </message>
    <message>
        <source>row without a time: in the table only</source>
        <translation>没有时间的行：仅列入表格</translation>
    </message>
    <message>
        <source>sample earlier than the one before: in the table only</source>
        <translation>早于前一个的采样：仅列入表格</translation>
    </message>
    <message>
        <source>the output ends before the first row</source>
        <translation>输出在第一行之前结束</translation>
    </message>
    <message>
        <source>a rank is listed twice: processes that do not know of each other</source>
        <translation>同一 rank 列出两次：进程互不知晓</translation>
    </message>
    <message>
        <source>header of a table again before its first row: several processes write at once?</source>
        <translation>表头在表的第一行之前再次出现：是否有多个进程同时写入？</translation>
    </message>
    <message>
        <source>row of the table that cannot be read</source>
        <translation>表中无法读取的行</translation>
    </message>
    <message>
        <source>other text on the line of a row</source>
        <translation>数据行上有其他文本</translation>
    </message>
    <message>
        <source>bytes are what calls asked for: Recorder keeps no results</source>
        <translation>字节数是调用所请求的：Recorder 不保存结果</translation>
    </message>
    <message>
        <source>time below 0 or beyond 100 days, left out</source>
        <translation>小于 0 或超出 100 天的时间已略去</translation>
    </message>
    <message>
        <source>clock beyond any date, taken as starting at 0</source>
        <translation>时钟超出任何日期，视为从 0 开始</translation>
    </message>
    <message>
        <source>event without a type (&quot;ph&quot;)</source>
        <translation>没有类型（“ph”）的事件</translation>
    </message>
    <message>
        <source>events of type &quot;%1&quot;, not shown</source>
        <translation>类型为“%1”的事件，未显示</translation>
    </message>
    <message>
        <source>event without a time</source>
        <translation>没有时间的事件</translation>
    </message>
    <message>
        <source>time that is not a number</source>
        <translation>时间不是数字</translation>
    </message>
    <message>
        <source>duration that is not a number or beyond 100 days, shown with none</source>
        <translation>时长不是数字或超出 100 天，按零时长显示</translation>
    </message>
    <message>
        <source>negative duration, shown with none</source>
        <translation>时长为负，按零时长显示</translation>
    </message>
    <message>
        <source>arguments beyond 4 GiB left out</source>
        <translation>超出 4 GiB 的参数已略去</translation>
    </message>
    <message>
        <source>text that is not UTF-8</source>
        <translation>不是 UTF-8 的文本</translation>
    </message>
    <message>
        <source>counter value that is NaN or Infinity, left out</source>
        <translation>为 NaN 或 Infinity 的计数器值已略去</translation>
    </message>
    <message>
        <source>counter without a number</source>
        <translation>没有数值的计数器</translation>
    </message>
    <message>
        <source>baseTimeNanoseconds is not a whole number</source>
        <translation>baseTimeNanoseconds 不是整数</translation>
    </message>
    <message>
        <source>the profiler itself reports: %1</source>
        <translation>分析器自身报告：%1</translation>
    </message>
    <message>
        <source>data type of unknown size</source>
        <translation>大小未知的数据类型</translation>
    </message>
    <message>
        <source>file ends before its object is closed</source>
        <translation>文件在其对象闭合前终止</translation>
    </message>
    <message>
        <source>text before the trace</source>
        <translation>跟踪之前有文本</translation>
    </message>
    <message>
        <source>file ends inside its header</source>
        <translation>文件在头部中间终止</translation>
    </message>
    <message>
        <source>damaged header</source>
        <translation>头部已损坏</translation>
    </message>
    <message>
        <source>raw control character in a string</source>
        <translation>字符串中有未转义的控制字符</translation>
    </message>
    <message>
        <source>comma too many</source>
        <translation>多余的逗号</translation>
    </message>
    <message>
        <source>comma before the end of the list</source>
        <translation>列表结尾前有逗号</translation>
    </message>
    <message>
        <source>list of events not closed</source>
        <translation>事件列表没有闭合</translation>
    </message>
    <message>
        <source>comma missing between events</source>
        <translation>事件之间缺少逗号</translation>
    </message>
    <message>
        <source>damaged event left out</source>
        <translation>损坏的事件已略去</translation>
    </message>
    <message>
        <source>quote without backslash in a string</source>
        <translation>字符串中的引号没有反斜杠</translation>
    </message>
    <message>
        <source>async begin without an end</source>
        <translation>异步事件有始无终</translation>
    </message>
    <message>
        <source>async end without a begin</source>
        <translation>异步事件有终无始</translation>
    </message>
    <message>
        <source>begin or end whose time was never set</source>
        <translation>从未设置时间的开始或结束</translation>
    </message>
    <message>
        <source>task on a cycle of dependencies: shown at the start</source>
        <translation>依赖成环的任务：显示在起点</translation>
    </message>
    <message>
        <source>the document is damaged: what stands before is shown</source>
        <translation>文档已损坏：显示损坏处之前的内容</translation>
    </message>
    <message>
        <source>time beyond 104 days: shown as none</source>
        <translation>超出 104 天的时间：按零显示</translation>
    </message>
    <message>
        <source>task whose run time is unknown: shown without a length</source>
        <translation>运行时间未知的任务：按零时长显示</translation>
    </message>
    <message>
        <source>event that says nothing, left out</source>
        <translation>没有内容的事件已略去</translation>
    </message>
    <message>
        <source>event that breaks off, kept as far as it goes</source>
        <translation>事件中断，保留已有的部分</translation>
    </message>
    <message>
        <source>time too far from the others, set aside</source>
        <translation>与其他相距太远的时间，已搁置</translation>
    </message>
    <message>
        <source>end of a collective without its beginning</source>
        <translation>集合通信有终无始</translation>
    </message>
    <message>
        <source>beginning of a collective without its end</source>
        <translation>集合通信有始无终</translation>
    </message>
    <message>
        <source>the file breaks off or is damaged: read up to there</source>
        <translation>文件中断或损坏：读到该处为止</translation>
    </message>
    <message>
        <source>the profiler warned</source>
        <translation>分析器的警告</translation>
    </message>
    <message>
        <source>line that breaks off, read up to there</source>
        <translation>行中断，读到该处为止</translation>
    </message>
    <message>
        <source>events told only by how often they came, left out</source>
        <translation>只记录了次数的事件已略去</translation>
    </message>
    <message>
        <source>unit of time not told: taken as seconds (csv.unit says another)</source>
        <translation>未说明时间单位：视为秒（可用 csv.unit 指定其他单位）</translation>
    </message>
    <message>
        <source>row with more cells than the header, the rest left out</source>
        <translation>行的单元格多于表头，多余的已略去</translation>
    </message>
    <message>
        <source>row without a time that can be read, left out</source>
        <translation>没有可读时间的行已略去</translation>
    </message>
    <message>
        <source>time more than 100 days from the first, left out</source>
        <translation>与第一个相距超过 100 天的时间已略去</translation>
    </message>
    <message>
        <source>row without a duration that can be read, left out</source>
        <translation>没有可读时长的行已略去</translation>
    </message>
    <message>
        <source>row without an end that can be read, left out</source>
        <translation>没有可读结束时间的行已略去</translation>
    </message>
    <message>
        <source>value that is NaN or Infinity, left out</source>
        <translation>为 NaN 或 Infinity 的值已略去</translation>
    </message>
    <message>
        <source>row without a number, left out</source>
        <translation>没有数值的行已略去</translation>
    </message>
    <message>
        <source>start of the job is no time</source>
        <translation>作业的开始不是时间</translation>
    </message>
    <message>
        <source>more ranks than tracks: the others share one</source>
        <translation>rank 多于轨道：其余的共用一条</translation>
    </message>
    <message>
        <source>rank that the job does not have</source>
        <translation>作业中没有的 rank</translation>
    </message>
    <message>
        <source>end of the job is no time, or more than 100 days after its start</source>
        <translation>作业的结束不是时间，或在开始 100 天以后</translation>
    </message>
    <message>
        <source>Darshan 3.0 counted STDIO within POSIX: these records hold both</source>
        <translation>Darshan 3.0 将 STDIO 计入 POSIX：这些记录包含两者</translation>
    </message>
    <message>
        <source>region is damaged: what was read before it is kept</source>
        <translation>区域已损坏：保留此前读取的内容</translation>
    </message>
    <message>
        <source>region unpacks to an absurd size: not read on</source>
        <translation>区域解压后大得不合理：不再读取</translation>
    </message>
    <message>
        <source>runtime 3.2.0 is known to write corrupt counters: do not trust these</source>
        <translation>已知运行时 3.2.0 会写出错误的计数器：请勿相信</translation>
    </message>
    <message>
        <source>heatmaps of runtimes 3.4.0 to 3.4.3 may be a bin off (darshan#941)</source>
        <translation>运行时 3.4.0 至 3.4.3 的热图可能偏移一个区间（darshan#941）</translation>
    </message>
    <message>
        <source>the job&apos;s record cannot be read: ranks, times and mounts are unknown</source>
        <translation>无法读取作业记录：rank、时间和挂载点未知</translation>
    </message>
    <message>
        <source>log version not known here: read like 3.41 or, below it, like 3.21</source>
        <translation>未知的日志版本：按 3.41 读取，低于它则按 3.21</translation>
    </message>
    <message>
        <source>module does not end with a whole record</source>
        <translation>模块末尾不是完整的记录</translation>
    </message>
    <message>
        <source>logs of different jobs together</source>
        <translation>不同作业的日志放在一起</translation>
    </message>
    <message>
        <source>DXT record with a negative count: the module is not read on</source>
        <translation>DXT 记录的计数为负：不再读取该模块</translation>
    </message>
    <message>
        <source>DXT record ends before its last operation</source>
        <translation>DXT 记录在其最后一个操作之前终止</translation>
    </message>
    <message>
        <source>offsets of MPI-IO operations are not valid in this version</source>
        <translation>此版本中 MPI-IO 操作的偏移无效</translation>
    </message>
    <message>
        <source>heatmap record with an impossible bin: the module is not read on</source>
        <translation>热图记录的区间不可能：不再读取该模块</translation>
    </message>
    <message>
        <source>heatmap record ends before its last bin</source>
        <translation>热图记录在其最后一个区间之前终止</translation>
    </message>
    <message>
        <source>heatmap a bin longer or shorter than the first (darshan#941), made equal</source>
        <translation>热图比第一个多或少一个区间（darshan#941），已对齐</translation>
    </message>
    <message>
        <source>stripe record with a negative count: the module is not read on</source>
        <translation>条带记录的计数为负：不再读取该模块</translation>
    </message>
    <message>
        <source>stripe record is cut off</source>
        <translation>条带记录被截断</translation>
    </message>
    <message>
        <source>another header within the file: its rows by the first</source>
        <translation>文件中另有表头：其各行按第一个表头读取</translation>
    </message>
    <message>
        <source>row with fewer cells than the header</source>
        <translation>行的单元格少于表头</translation>
    </message>
    <message>
        <source>row without a time or a duration: in the table alone</source>
        <translation>没有时间或时长的行：仅列入表格</translation>
    </message>
    <message>
        <source>row of a run that an earlier row counted already: it counts up</source>
        <translation>此运行在前面的行中已计：该行为累计值</translation>
    </message>
    <message>
        <source>no energy in a run that took time: was nothing measured?</source>
        <translation>运行有时长但没有能耗：是否未测量？</translation>
    </message>
    <message>
        <source>no times: the readings are a table, not a series; &quot;power.interval&quot; tells their distance</source>
        <translation>没有时间：读数只是表格，不是序列；可用“power.interval”说明其间隔</translation>
    </message>
    <message>
        <source>other columns than at first, left out</source>
        <translation>与开头不同的列已略去</translation>
    </message>
    <message>
        <source>reading without a time, left out</source>
        <translation>没有时间的读数已略去</translation>
    </message>
    <message>
        <source>energy not counted</source>
        <translation>未计入的能耗</translation>
    </message>
    <message>
        <source>time that cannot be</source>
        <translation>不可能的时间</translation>
    </message>
    <message>
        <source>more series than can be told apart, left out</source>
        <translation>序列超出可区分的数目，已略去</translation>
    </message>
    <message>
        <source>unknown readings, left out</source>
        <translation>未知的读数已略去</translation>
    </message>
    <message>
        <source>readings out of order, sorted by time</source>
        <translation>读数次序错乱，已按时间排序</translation>
    </message>
    <message>
        <source>energy counter wrapped around, carried on</source>
        <translation>能耗计数器回绕，已续接</translation>
    </message>
    <message>
        <source>energy counter went back, taken as begun anew at 0</source>
        <translation>能耗计数器回退，视为从 0 重新开始</translation>
    </message>
    <message>
        <source>no column of times: the readings are a table, not a series</source>
        <translation>没有时间列：读数只是表格，不是序列</translation>
    </message>
    <message>
        <source>row with too few cells, left out</source>
        <translation>单元格过少的行已略去</translation>
    </message>
    <message>
        <source>no header: columns told by their units, the first in W taken as the power drawn</source>
        <translation>没有表头：按单位识别各列，第一个以 W 为单位的视为功率</translation>
    </message>
    <message>
        <source>row without a time, left out</source>
        <translation>没有时间的行已略去</translation>
    </message>
    <message>
        <source>row without a device, left out</source>
        <translation>没有设备的行已略去</translation>
    </message>
    <message>
        <source>rows without a device or distinct times, taken as one device</source>
        <translation>没有设备也没有不同时间的行，视为一个设备</translation>
    </message>
    <message>
        <source>rows without a device, numbered by their order at each time</source>
        <translation>没有设备的行，按其在各时刻的次序编号</translation>
    </message>
    <message>
        <source>window without a time</source>
        <translation>没有时间的窗口</translation>
    </message>
    <message>
        <source>window within another: its energy is part of that one&apos;s</source>
        <translation>窗口位于另一窗口之内：其能耗是后者的一部分</translation>
    </message>
    <message>
        <source>empty line</source>
        <translation>空行</translation>
    </message>
    <message>
        <source>line with too few cells</source>
        <translation>单元格过少的行</translation>
    </message>
    <message>
        <source>line with too many cells</source>
        <translation>单元格过多的行</translation>
    </message>
    <message>
        <source>line without its times, left out</source>
        <translation>没有时间的行已略去</translation>
    </message>
    <message>
        <source>event without a start, left out</source>
        <translation>没有开始的事件已略去</translation>
    </message>
    <message>
        <source>event without an end, shown without length</source>
        <translation>没有结束的事件，按零时长显示</translation>
    </message>
    <message>
        <source>NCCL warns</source>
        <translation>NCCL 的警告</translation>
    </message>
    <message>
        <source>call that does not return: left out</source>
        <translation>没有返回的调用：已略去</translation>
    </message>
    <message>
        <source>call without a time: left out</source>
        <translation>没有时间的调用：已略去</translation>
    </message>
    <message>
        <source>return without its call</source>
        <translation>有返回而没有调用</translation>
    </message>
    <message>
        <source>text that is not UTF-8 or has control characters, replaced</source>
        <translation>不是 UTF-8 或含控制字符的文本，已替换</translation>
    </message>
    <message>
        <source>node of a type the schema does not have</source>
        <translation>节点类型不在规范中</translation>
    </message>
    <message>
        <source>duration that cannot be, set to 0</source>
        <translation>不可能的时长，已设为 0</translation>
    </message>
    <message>
        <source>node id given twice</source>
        <translation>节点编号重复</translation>
    </message>
    <message>
        <source>dependency on a node that is not in the file</source>
        <translation>依赖文件中没有的节点</translation>
    </message>
    <message>
        <source>dependency of a node on itself</source>
        <translation>节点依赖自身</translation>
    </message>
    <message>
        <source>control dependencies run in circles, left out of the layout</source>
        <translation>控制依赖成环，排列时已略去</translation>
    </message>
    <message>
        <source>dependencies run in circles, nodes placed last</source>
        <translation>依赖成环，节点排在最后</translation>
    </message>
    <message>
        <source>node without a usable start, placed behind what it waits for</source>
        <translation>没有可用开始时间的节点，排在其所等待的之后</translation>
    </message>
    <message>
        <source>message without a peer</source>
        <translation>没有对端的消息</translation>
    </message>
    <message>
        <source>collective without a type, taken as all-reduce</source>
        <translation>没有类型的集合通信，视为 all-reduce</translation>
    </message>
    <message>
        <source>node that cannot be read, left out</source>
        <translation>无法读取的节点已略去</translation>
    </message>
    <message>
        <source>text that is no JSON: the rest of the file is left out</source>
        <translation>不是 JSON 的文本：文件的其余部分已略去</translation>
    </message>
    <message>
        <source>value in the list of nodes that is no object</source>
        <translation>节点列表中不是对象的值</translation>
    </message>
    <message>
        <source>file ends inside a message</source>
        <translation>文件在消息中间终止</translation>
    </message>
    <message>
        <source>metadata that cannot be read</source>
        <translation>无法读取的元数据</translation>
    </message>
    <message>
        <source>no length of a message: the rest of the file is left out</source>
        <translation>没有消息的长度：文件的其余部分已略去</translation>
    </message>
    <message>
        <source>line that is no action</source>
        <translation>不是动作的行</translation>
    </message>
    <message>
        <source>argument that is no number: left out</source>
        <translation>不是数字的参数：已略去</translation>
    </message>
    <message>
        <source>send to nobody</source>
        <translation>没有接收者的发送</translation>
    </message>
    <message>
        <source>receive from anybody: not matched</source>
        <translation>接收自任意发送者：未配对</translation>
    </message>
    <message>
        <source>messages taken as (partner, size, type): an old trace without tags</source>
        <translation>消息视为（对方、大小、类型）：没有标签的旧跟踪</translation>
    </message>
    <message>
        <source>listed file that is not there</source>
        <translation>列表中的文件不存在</translation>
    </message>
    <message>
        <source>listed file that is no SMPI trace</source>
        <translation>列表中的文件不是 SMPI 跟踪</translation>
    </message>
    <message>
        <source>parent that is not in the file</source>
        <translation>文件中没有的父节点</translation>
    </message>
    <message>
        <source>wall clock of an unknown time zone beside one that counts from 1970: check its offset</source>
        <translation>时区未知的时钟与从 1970 年计的时钟并存：请检查其偏移</translation>
    </message>
    <message>
        <source>clock of its own: aligned at the first event</source>
        <translation>自有时钟：按首个事件对齐</translation>
    </message>
    <message>
        <source>clock more than a day from the others: aligned at the first event</source>
        <translation>时钟与其他相差一天以上：按首个事件对齐</translation>
    </message>
    <message>
        <source>members of a collective do not agree</source>
        <translation>集合通信的成员不一致</translation>
    </message>
    <message>
        <source>slices without a usable duration</source>
        <translation>没有可用时长的切片</translation>
    </message>
    <message>
        <source>links not kept, less busy than those shown</source>
        <translation>未保留的链路，不如所示的繁忙</translation>
    </message>
    <message>
        <source>collective calls not kept one by one</source>
        <translation>未逐次保留的集合通信调用</translation>
    </message>
    <message>
        <source>nodes not drawn</source>
        <translation>未绘出的节点</translation>
    </message>
    <message>
        <source>ranks not drawn</source>
        <translation>未绘出的 rank</translation>
    </message>
    <message>
        <source>ranks not drawn, they do the like</source>
        <translation>未绘出的 rank，所做类似</translation>
    </message>
    <message>
        <source>ranks not drawn, they do the same</source>
        <translation>未绘出的 rank，所做相同</translation>
    </message>
    <message>
        <source>passes drawn whole: computing with what the tensor group exchanges in between</source>
        <translation>整体绘出的前向或反向：计算及其间张量组的交换</translation>
    </message>
    <message>
        <source>messages beyond %1 at once on one rank, kept as transfers only</source>
        <translation>同一 rank 上同时超过 %1 个的消息，只保留为传输</translation>
    </message>
    <message>
        <source>messages not kept one by one, counted in the totals</source>
        <translation>未逐个保留的消息，已计入总数</translation>
    </message>
    <message>
        <source>messages not kept, as asked</source>
        <translation>按要求未保留的消息</translation>
    </message>
    <message>
        <source>power by meters of several kinds: one may measure what another does too</source>
        <translation>功率来自多种功率表：不同的表可能重复测量</translation>
    </message>
    <message>
        <source>a line is longer than 16 MiB</source>
        <translation>有一行长于 16 MiB</translation>
    </message>
    <message>
        <source>a line longer than 16 MiB</source>
        <translation>有一行长于 16 MiB</translation>
    </message>
    <message>
        <source>the trace needs more than %1 MiB of memory</source>
        <translation>跟踪需要超过 %1 MiB 的内存</translation>
    </message>
    <message>
        <source>the table needs more than %1 MiB of memory</source>
        <translation>表格需要超过 %1 MiB 的内存</translation>
    </message>
    <message>
        <source>the log needs more than %1 MiB of memory</source>
        <translation>日志需要超过 %1 MiB 的内存</translation>
    </message>
    <message>
        <source>the trace needs more memory than is allowed</source>
        <translation>跟踪需要的内存超过允许的大小</translation>
    </message>
    <message>
        <source>the table needs more memory than is allowed</source>
        <translation>表格需要的内存超过允许的大小</translation>
    </message>
    <message>
        <source>takes more memory than allowed</source>
        <translation>占用的内存超过允许的大小</translation>
    </message>
    <message>
        <source>cannot be unpacked: not enough memory</source>
        <translation>无法解压：内存不足</translation>
    </message>
    <message>
        <source>cannot be unpacked there: %1</source>
        <translation>无法解压到该处：%1</translation>
    </message>
    <message>
        <source>cannot be packed: not enough memory</source>
        <translation>无法压缩：内存不足</translation>
    </message>
    <message>
        <source>no header in it</source>
        <translation>其中没有表头</translation>
    </message>
    <message>
        <source>no call in it</source>
        <translation>其中没有调用</translation>
    </message>
    <message>
        <source>no event in it</source>
        <translation>其中没有事件</translation>
    </message>
    <message>
        <source>no job in it</source>
        <translation>其中没有作业</translation>
    </message>
    <message>
        <source>no action in it</source>
        <translation>其中没有动作</translation>
    </message>
    <message>
        <source>no heading in it</source>
        <translation>其中没有标题</translation>
    </message>
    <message>
        <source>no workflow in it</source>
        <translation>其中没有工作流</translation>
    </message>
    <message>
        <source>the workflow has no task</source>
        <translation>工作流没有任务</translation>
    </message>
    <message>
        <source>the document is too large to be read as a whole</source>
        <translation>文档过大，无法整体读取</translation>
    </message>
    <message>
        <source>ends within the header of a Darshan log</source>
        <translation>在 Darshan 日志的头部中间终止</translation>
    </message>
    <message>
        <source>it holds no row</source>
        <translation>其中没有任何行</translation>
    </message>
    <message>
        <source>it holds no row of readings</source>
        <translation>其中没有读数行</translation>
    </message>
    <message>
        <source>no node in this execution trace</source>
        <translation>此执行跟踪中没有节点</translation>
    </message>
    <message>
        <source>the archive holds more than %1 entries</source>
        <translation>压缩包中的条目超过 %1 个</translation>
    </message>
    <message>
        <source>the archive is encrypted</source>
        <translation>压缩包已加密</translation>
    </message>
    <message>
        <source>it unpacks to more than %1 MiB from %2 KiB: stopped, as a decompression bomb would</source>
        <translation>从 %2 KiB 解压出超过 %1 MiB，形同解压炸弹：已停止</translation>
    </message>
    <message>
        <source>no trace lies in the folder itself, but %1 below it that may be different jobs</source>
        <translation>文件夹本身没有跟踪，但其下有 %1 处，可能属于不同的作业</translation>
    </message>
    <message>
        <source>no trace in this folder can be read; %1 is recognised but not read</source>
        <translation>此文件夹中没有可读取的跟踪；能识别 %1，但不读取</translation>
    </message>
    <message>
        <source>no trace in this folder can be read; %1</source>
        <translation>此文件夹中没有可读取的跟踪；%1</translation>
    </message>
    <message>
        <source>no trace was found in the folder or in %1 levels of folders below it; not all of them were looked into</source>
        <translation>在文件夹及其下 %1 层文件夹中未找到跟踪；并未全部查看</translation>
    </message>
    <message>
        <source>the folder is empty</source>
        <translation>文件夹为空</translation>
    </message>
    <message>
        <source>the folder holds no trace (%1 files looked at)</source>
        <translation>文件夹中没有跟踪（查看了 %1 个文件）</translation>
    </message>
    <message>
        <source>no permission to read the folder</source>
        <translation>没有读取该文件夹的权限</translation>
    </message>
    <message>
        <source>the folder cannot be read: %1</source>
        <translation>无法读取文件夹：%1</translation>
    </message>
    <message>
        <source>is a scenario, no trace</source>
        <translation>是场景，不是跟踪</translation>
    </message>
    <message>
        <source>not a trace that is known here (it begins with &quot;%1&quot;)</source>
        <translation>不是已知的跟踪（开头为“%1”）</translation>
    </message>
    <message>
        <source>no source has this in its path, so none is moved</source>
        <translation>没有来源的路径含有此内容，因此未移动任何来源</translation>
    </message>
    <message>
        <source>no file given</source>
        <translation>未给出文件</translation>
    </message>
    <message>
        <source>not enough memory to read it, or no room in %1, where columns go beyond %2 MiB</source>
        <translation>没有足够的内存读取它，或者列数据超过 %2 MiB 后所存放的 %1 空间不足</translation>
    </message>
    <message>
        <source>no trace in it could be read: %1</source>
        <translation>其中没有可读取的跟踪：%1</translation>
    </message>
    <message>
        <source>no trace in it could be read</source>
        <translation>其中没有可读取的跟踪</translation>
    </message>
    <message>
        <source>no such file or folder</source>
        <translation>没有这样的文件或文件夹</translation>
    </message>
    <message>
        <source>no such file</source>
        <translation>没有这样的文件</translation>
    </message>
    <message>
        <source>no permission to read it</source>
        <translation>没有读取权限</translation>
    </message>
    <message>
        <source>the name is too long</source>
        <translation>名称过长</translation>
    </message>
    <message>
        <source>its links lead in a circle</source>
        <translation>其链接成环</translation>
    </message>
    <message>
        <source>the file is empty</source>
        <translation>文件为空</translation>
    </message>
    <message>
        <source>nothing can be decompressed from it</source>
        <translation>无法从中解压出任何内容</translation>
    </message>
    <message>
        <source>the .zip is encrypted</source>
        <translation>.zip 已加密</translation>
    </message>
    <message>
        <source>the .zip uses a packing that is not supported</source>
        <translation>.zip 使用了不支持的压缩方式</translation>
    </message>
    <message>
        <source>the .zip holds no file</source>
        <translation>.zip 中没有文件</translation>
    </message>
    <message>
        <source>is a folder, not a file</source>
        <translation>是文件夹，不是文件</translation>
    </message>
    <message>
        <source>is a device or a pipe, not a file</source>
        <translation>是设备或管道，不是文件</translation>
    </message>
    <message>
        <source>the disk is full</source>
        <translation>磁盘已满</translation>
    </message>
    <message>
        <source>no format is written to a name that ends like this</source>
        <translation>没有写成此种扩展名的格式</translation>
    </message>
    <message>
        <source>no row in this table of ratios</source>
        <translation>此比值表中没有任何行</translation>
    </message>
    <message>
        <source>no communication in this table</source>
        <translation>此表中没有通信</translation>
    </message>
    <message>
        <source>no line of it is an MLPerf log&apos;s</source>
        <translation>其中没有 MLPerf 日志的行</translation>
    </message>
    <message>
        <source>none of its MLPerf log lines can be read</source>
        <translation>其中的 MLPerf 日志行均无法读取</translation>
    </message>
    <message>
        <source>no events in this database</source>
        <translation>此数据库中没有事件</translation>
    </message>
    <message>
        <source>no events in this export</source>
        <translation>此导出文件中没有事件</translation>
    </message>
    <message>
        <source>no events in its planes</source>
        <translation>其各平面中没有事件</translation>
    </message>
    <message>
        <source>no plane that can be read</source>
        <translation>没有可读取的平面</translation>
    </message>
    <message>
        <source>nothing in it could be read: %1</source>
        <translation>其中没有可读取的内容：%1</translation>
    </message>
    <message>
        <source>larger than this reader takes (4 GiB, or the memory allowed)</source>
        <translation>超过此读取器的上限（4 GiB 或允许的内存）</translation>
    </message>
    <message>
        <source>no object &quot;rocprofiler-sdk-tool&quot; that can be read</source>
        <translation>没有可读取的对象“rocprofiler-sdk-tool”</translation>
    </message>
    <message>
        <source>not YAML: %1</source>
        <translation>不是 YAML：%1</translation>
    </message>
    <message>
        <source>nested too deeply for a configuration</source>
        <translation>嵌套过深，不像配置</translation>
    </message>
    <message>
        <source>nested too deeply for a result file</source>
        <translation>嵌套过深，不像结果文件</translation>
    </message>
    <message>
        <source>not whole JSON</source>
        <translation>不是完整的 JSON</translation>
    </message>
    <message>
        <source>the JSON is not complete</source>
        <translation>JSON 不完整</translation>
    </message>
    <message>
        <source>JSON that cannot be held: %1</source>
        <translation>无法容纳的 JSON：%1</translation>
    </message>
    <message>
        <source>too large for a result of DLIO</source>
        <translation>过大，不像 DLIO 的结果</translation>
    </message>
    <message>
        <source>a configuration that says nothing</source>
        <translation>没有内容的配置</translation>
    </message>
    <message>
        <source>nothing in it is a result of DLIO</source>
        <translation>其中没有 DLIO 的结果</translation>
    </message>
    <message>
        <source>it holds no test of the OSU micro-benchmarks</source>
        <translation>其中没有 OSU 微基准的测试</translation>
    </message>
    <message>
        <source>larger than 64 MiB</source>
        <translation>大于 64 MiB</translation>
    </message>
    <message>
        <source>larger than %1 MiB</source>
        <translation>大于 %1 MiB</translation>
    </message>
    <message>
        <source>it holds no element</source>
        <translation>其中没有元素</translation>
    </message>
    <message>
        <source>not valid XML: %1</source>
        <translation>不是有效的 XML：%1</translation>
    </message>
    <message>
        <source>not valid JSON: %1</source>
        <translation>不是有效的 JSON：%1</translation>
    </message>
    <message>
        <source>not readable as JSON: %1</source>
        <translation>无法按 JSON 读取：%1</translation>
    </message>
    <message>
        <source>the element &quot;%1&quot; begins no platform and no topology</source>
        <translation>元素“%1”不是平台或拓扑的开头</translation>
    </message>
    <message>
        <source>it holds no time with a value</source>
        <translation>其中没有带数值的时间</translation>
    </message>
    <message>
        <source>this run holds no platform and no topology</source>
        <translation>此运行没有平台或拓扑</translation>
    </message>
    <message>
        <source>changes that belong to it still stand in the file %1 beside it</source>
        <translation>属于它的更改仍在其旁的文件 %1 中</translation>
    </message>
    <message>
        <source>this is no configuration of ASTRA-sim: it is larger than 4 MiB</source>
        <translation>这不是 ASTRA-sim 的配置：大于 4 MiB</translation>
    </message>
    <message>
        <source>no setting in this file</source>
        <translation>此文件中没有设置</translation>
    </message>
    <message>
        <source>no table of ASTRA-sim in this file</source>
        <translation>此文件中没有 ASTRA-sim 的表</translation>
    </message>
    <message>
        <source>no system in this log</source>
        <translation>此日志中没有系统</translation>
    </message>
    <message>
        <source>no layer in this workload</source>
        <translation>此工作负载中没有层</translation>
    </message>
    <message>
        <source>&quot;%1&quot; is no clock</source>
        <translation>“%1”不是时钟</translation>
    </message>
    <message>
        <source>none of the parts of a WRENCH output is in it</source>
        <translation>其中没有 WRENCH 输出的任何部分</translation>
    </message>
    <message>
        <source>the OTF2 library&apos;s process told nonsense</source>
        <translation>OTF2 库的进程返回了无意义的内容</translation>
    </message>
    <message>
        <source>the definitions of this OTF2 archive are not beside its anchor file</source>
        <translation>此 OTF2 归档的定义不在其锚文件旁</translation>
    </message>
    <message>
        <source>no temporary folder can be made there</source>
        <translation>无法在该处创建临时文件夹</translation>
    </message>
    <message>
        <source>its parts cannot be linked: %1</source>
        <translation>无法链接其各部分：%1</translation>
    </message>
    <message>
        <source>no event of this OTF2 archive can be read (%1)</source>
        <translation>此 OTF2 归档中没有可读取的事件（%1）</translation>
    </message>
    <message>
        <source>no event of this OTF2 archive can be read</source>
        <translation>此 OTF2 归档中没有可读取的事件</translation>
    </message>
    <message>
        <source>no event is defined in it</source>
        <translation>其中没有定义任何事件</translation>
    </message>
    <message>
        <source>it holds no table of measurements</source>
        <translation>其中没有测量表</translation>
    </message>
    <message>
        <source>the trace holds no event that can be shown</source>
        <translation>跟踪中没有可显示的事件</translation>
    </message>
    <message>
        <source>%1 slices are more than one run can hold (4294967294)</source>
        <translation>%1 个切片超过一次运行的上限（4294967294）</translation>
    </message>
    <message>
        <source>the file went through a conversion of text: every byte above 127 is lost, and the times with them</source>
        <translation>文件经过了文本转换：大于 127 的字节全部丢失，时间也随之丢失</translation>
    </message>
    <message>
        <source>the table has no column &quot;%1&quot;</source>
        <translation>表格没有列“%1”</translation>
    </message>
    <message>
        <source>&quot;%1&quot; is no unit of time</source>
        <translation>“%1”不是时间单位</translation>
    </message>
    <message>
        <source>the table has no header</source>
        <translation>表格没有表头</translation>
    </message>
    <message>
        <source>the table has a header but no rows</source>
        <translation>表格只有表头，没有数据行</translation>
    </message>
    <message>
        <source>no row of the table has a time that can be read</source>
        <translation>表格中没有带可读时间的行</translation>
    </message>
    <message>
        <source>the table has more than %1 columns</source>
        <translation>表格超过 %1 列</translation>
    </message>
    <message>
        <source>not a Darshan log</source>
        <translation>不是 Darshan 日志</translation>
    </message>
    <message>
        <source>Darshan log of an unreadable version &quot;%1&quot;</source>
        <translation>版本“%1”无法读取的 Darshan 日志</translation>
    </message>
    <message>
        <source>a Darshan %1 log, from before Darshan 3, whose layout is another one and is not read</source>
        <translation>Darshan %1 的日志，早于 Darshan 3，布局不同，不能读取</translation>
    </message>
    <message>
        <source>a Darshan %1 log, newer than is known here (3.00 to 3.41)</source>
        <translation>Darshan %1 的日志，新于已知版本（3.00 至 3.41）</translation>
    </message>
    <message>
        <source>packed in a way that is not known here (number %1)</source>
        <translation>压缩方式未知（编号 %1）</translation>
    </message>
    <message>
        <source>the job&apos;s record is cut off</source>
        <translation>作业记录被截断</translation>
    </message>
    <message>
        <source>it holds no power reading with a time</source>
        <translation>其中没有带时间的功率读数</translation>
    </message>
    <message>
        <source>it holds no energy reading</source>
        <translation>其中没有能耗读数</translation>
    </message>
    <message>
        <source>a SQLite file without tables</source>
        <translation>没有表的 SQLite 文件</translation>
    </message>
    <message>
        <source>a SQLite file of no kind that is read (its tables: %1)</source>
        <translation>不是可读取种类的 SQLite 文件（其中的表：%1）</translation>
    </message>
    <message>
        <source>the SQLite file is damaged or cut short</source>
        <translation>SQLite 文件已损坏或被截断</translation>
    </message>
    <message>
        <source>no line with the names of columns</source>
        <translation>没有列名所在的行</translation>
    </message>
    <message>
        <source>more than 64 MiB of results</source>
        <translation>结果超过 64 MiB</translation>
    </message>
    <message>
        <source>results nested deeper than any such file is</source>
        <translation>结果的嵌套深于此类文件所有</translation>
    </message>
    <message>
        <source>the results are not whole JSON</source>
        <translation>结果不是完整的 JSON</translation>
    </message>
    <message>
        <source>it holds no result that is known here</source>
        <translation>其中没有已知的结果</translation>
    </message>
    <message>
        <source>no line of it is NCCL&apos;s</source>
        <translation>其中没有 NCCL 的行</translation>
    </message>
    <message>
        <source>a Chakra execution trace holds one rank, this run has %1</source>
        <translation>一个 Chakra 执行跟踪只含一个 rank，此运行有 %1 个</translation>
    </message>
    <message>
        <source>nothing in this run is a node of an execution trace</source>
        <translation>此运行中没有执行跟踪的节点</translation>
    </message>
    <message>
        <source>none of the files it lists is a SMPI trace beside it</source>
        <translation>其列出的文件中没有位于其旁的 SMPI 跟踪</translation>
    </message>
    <message>
        <source>it is packed or an archive within another: unpack the outer one first</source>
        <translation>它是嵌套的压缩文件：请先解压外层</translation>
    </message>
    <message>
        <source>archive beside traces: open it by itself</source>
        <translation>跟踪旁的压缩包：请单独打开</translation>
    </message>
    <message>
        <source>its grammar-compressed records need Recorder&apos;s own library; its recorder2text writes texts (_text/0.txt ...) that are read here</source>
        <translation>其语法压缩的记录需要 Recorder 自己的库；recorder2text 写出的文本（_text/0.txt ...）可在此读取</translation>
    </message>
    <message>
        <source>no library of Debian 12 reads Parquet; Recorder&apos;s recorder2text writes texts that are read here, and any table can be saved as CSV</source>
        <translation>Debian 12 没有读取 Parquet 的库；Recorder 的 recorder2text 写出的文本可在此读取，任何表格也可存为 CSV</translation>
    </message>
    <message>
        <source>set WEIR_SPILL_DIR to a folder with room</source>
        <translation>请将 WEIR_SPILL_DIR 设为有空间的文件夹</translation>
    </message>
    <message>
        <source>set WEIR_SPILL_DIR to a folder that can be written</source>
        <translation>请将 WEIR_SPILL_DIR 设为可写的文件夹</translation>
    </message>
    <message>
        <source>open fewer files at once, or a shorter trace</source>
        <translation>请一次打开较少的文件，或较短的跟踪</translation>
    </message>
    <message>
        <source>open fewer files at once, or a machine with more memory</source>
        <translation>请一次打开较少的文件，或使用内存更大的机器</translation>
    </message>
    <message>
        <source>open fewer files at once</source>
        <translation>请一次打开较少的文件</translation>
    </message>
    <message>
        <source>open fewer ranks, or raise the limit</source>
        <translation>请打开较少的 rank，或提高上限</translation>
    </message>
    <message>
        <source>open a shorter trace, or raise the limit</source>
        <translation>请打开较短的跟踪，或提高上限</translation>
    </message>
    <message>
        <source>open a smaller one, or raise the limit</source>
        <translation>请打开较小的，或提高上限</translation>
    </message>
    <message>
        <source>open a smaller one, or raise the memory limit</source>
        <translation>请打开较小的，或提高内存上限</translation>
    </message>
    <message>
        <source>raise the memory limit</source>
        <translation>请提高内存上限</translation>
    </message>
    <message>
        <source>raise the limit</source>
        <translation>请提高上限</translation>
    </message>
    <message>
        <source>open a part of the trace</source>
        <translation>请打开跟踪的一部分</translation>
    </message>
    <message>
        <source>open a part of it</source>
        <translation>请打开其中一部分</translation>
    </message>
    <message>
        <source>unpack it first</source>
        <translation>请先解压</translation>
    </message>
    <message>
        <source>unpack it by hand</source>
        <translation>请手动解压</translation>
    </message>
    <message>
        <source>unpack it by hand and open what is needed</source>
        <translation>请手动解压并打开所需的内容</translation>
    </message>
    <message>
        <source>unpack it by hand if it is a real trace</source>
        <translation>若确为跟踪，请手动解压</translation>
    </message>
    <message>
        <source>is it such a file?</source>
        <translation>它是这种文件吗？</translation>
    </message>
    <message>
        <source>is it a table?</source>
        <translation>它是表格吗？</translation>
    </message>
    <message>
        <source>is it a trace, and was it written to its end?</source>
        <translation>它是跟踪吗？是否已完整写入？</translation>
    </message>
    <message>
        <source>was it written to its end?</source>
        <translation>是否已完整写入？</translation>
    </message>
    <message>
        <source>was the file written to its end?</source>
        <translation>文件是否已完整写入？</translation>
    </message>
    <message>
        <source>record it anew</source>
        <translation>请重新记录</translation>
    </message>
    <message>
        <source>record fewer steps</source>
        <translation>请记录较少的步</translation>
    </message>
    <message>
        <source>record while the program works</source>
        <translation>请在程序工作时记录</translation>
    </message>
    <message>
        <source>this does not look like a description of a machine</source>
        <translation>这不像是机器的描述</translation>
    </message>
    <message>
        <source>close other programs</source>
        <translation>请关闭其他程序</translation>
    </message>
    <message>
        <source>check that the file is complete</source>
        <translation>请检查文件是否完整</translation>
    </message>
    <message>
        <source>copy the log again</source>
        <translation>请重新复制日志</translation>
    </message>
    <message>
        <source>copy the original as binary</source>
        <translation>请以二进制方式复制原文件</translation>
    </message>
    <message>
        <source>copy it again as binary</source>
        <translation>请以二进制方式重新复制</translation>
    </message>
    <message>
        <source>give a trace with nodes</source>
        <translation>请给出含节点的跟踪</translation>
    </message>
    <message>
        <source>open the folder that holds the trace; the first that was passed over: %1</source>
        <translation>请打开跟踪所在的文件夹；第一个被跳过的是：%1</translation>
    </message>
    <message>
        <source>change its permissions</source>
        <translation>请更改其权限</translation>
    </message>
    <message>
        <source>check its permissions</source>
        <translation>请检查其权限</translation>
    </message>
    <message>
        <source>change its permissions or copy it</source>
        <translation>请更改其权限，或复制一份</translation>
    </message>
    <message>
        <source>check the name and its permissions</source>
        <translation>请检查名称及其权限</translation>
    </message>
    <message>
        <source>check the name</source>
        <translation>请检查名称</translation>
    </message>
    <message>
        <source>give it to weir-cli predict, explain, simulate or sweep, or open it in the window</source>
        <translation>请将其交给 weir-cli predict、explain、simulate 或 sweep，或在窗口中打开</translation>
    </message>
    <message>
        <source>check that the folder is there and has room (--spill-dir), or open fewer files</source>
        <translation>请检查文件夹是否存在且有空间（--spill-dir），或打开较少的文件</translation>
    </message>
    <message>
        <source>it holds no byte at all; was the profiler still writing?</source>
        <translation>其中没有任何字节；分析器是否仍在写入？</translation>
    </message>
    <message>
        <source>the file is damaged from its first bytes on</source>
        <translation>文件从最初的字节起就已损坏</translation>
    </message>
    <message>
        <source>copy what it gives into a file first</source>
        <translation>请先将其内容复制到文件中</translation>
    </message>
    <message>
        <source>choose another place</source>
        <translation>请另选位置</translation>
    </message>
    <message>
        <source>give a log with &quot;:::MLLOG {...}&quot; lines</source>
        <translation>请给出含“:::MLLOG {...}”行的日志</translation>
    </message>
    <message>
        <source>record less, or let rocprofv3 write rocpd databases</source>
        <translation>请记录较少的内容，或让 rocprofv3 写出 rocpd 数据库</translation>
    </message>
    <message>
        <source>a TAU profile begins with &quot;N templated_functions&quot;</source>
        <translation>TAU 性能分析数据以“N templated_functions”开头</translation>
    </message>
    <message>
        <source>give the whole output, with its &quot;# OSU&quot; line</source>
        <translation>请给出完整的输出，包括“# OSU”行</translation>
    </message>
    <message>
        <source>correct it there or just before</source>
        <translation>请在该处或其前更正</translation>
    </message>
    <message>
        <source>give a SimGrid platform, an NCCL topology or an MSCCL algorithm</source>
        <translation>请给出 SimGrid 平台、NCCL 拓扑或 MSCCL 算法</translation>
    </message>
    <message>
        <source>write a time and a value a line</source>
        <translation>请每行写一个时间和一个数值</translation>
    </message>
    <message>
        <source>read one from SimGrid&apos;s, NCCL&apos;s or MSCCL&apos;s XML, or choose another format</source>
        <translation>请从 SimGrid、NCCL 或 MSCCL 的 XML 读取，或另选格式</translation>
    </message>
    <message>
        <source>let the program that writes it end, or take them in: sqlite3 FILE &apos;PRAGMA wal_checkpoint(TRUNCATE)&apos;</source>
        <translation>请让写入它的程序结束，或将更改并入：sqlite3 FILE &apos;PRAGMA wal_checkpoint(TRUNCATE)&apos;</translation>
    </message>
    <message>
        <source>give the file that ASTRA-sim reads</source>
        <translation>请给出 ASTRA-sim 读取的文件</translation>
    </message>
    <message>
        <source>give the whole file</source>
        <translation>请给出完整的文件</translation>
    </message>
    <message>
        <source>give a configuration of ASTRA-sim</source>
        <translation>请给出 ASTRA-sim 的配置</translation>
    </message>
    <message>
        <source>give EndToEnd.csv, detailed.csv or a dimension utilisation</source>
        <translation>请给出 EndToEnd.csv、detailed.csv 或维度利用率</translation>
    </message>
    <message>
        <source>give a shorter one</source>
        <translation>请给出较短的</translation>
    </message>
    <message>
        <source>give what ASTRA-sim printed</source>
        <translation>请给出 ASTRA-sim 打印的内容</translation>
    </message>
    <message>
        <source>give a text workload of ASTRA-sim or SimAI</source>
        <translation>请给出 ASTRA-sim 或 SimAI 的文本工作负载</translation>
    </message>
    <message>
        <source>give a bandwidth ratio table of SimAI</source>
        <translation>请给出 SimAI 的带宽比值表</translation>
    </message>
    <message>
        <source>give a communication table of AICB</source>
        <translation>请给出 AICB 的通信表</translation>
    </message>
    <message>
        <source>say how often it ticks, as &quot;1GHz&quot;, or how long a cycle takes, as &quot;1ns&quot;</source>
        <translation>请说明其频率，如“1GHz”，或周期长度，如“1ns”</translation>
    </message>
    <message>
        <source>export it anew with `nsys export --type sqlite`</source>
        <translation>请用 `nsys export --type sqlite` 重新导出</translation>
    </message>
    <message>
        <source>was the process killed before it wrote its trace? DFTracer writes at its end</source>
        <translation>进程是否在写出跟踪之前被终止？DFTracer 在结束时写出</translation>
    </message>
    <message>
        <source>a Projections .sts file says VERSION, MACHINE, PROCESSORS</source>
        <translation>Projections 的 .sts 文件写有 VERSION、MACHINE、PROCESSORS</translation>
    </message>
    <message>
        <source>write it with dumpUnifiedJSON</source>
        <translation>请用 dumpUnifiedJSON 写出</translation>
    </message>
    <message>
        <source>report this archive</source>
        <translation>请报告此归档</translation>
    </message>
    <message>
        <source>keep the anchor (.otf2), the definitions (.def) and the folder of events together, unpacked</source>
        <translation>请将锚文件（.otf2）、定义（.def）和事件文件夹解压后放在一起</translation>
    </message>
    <message>
        <source>check that it is complete, with otf2-print</source>
        <translation>请用 otf2-print 检查是否完整</translation>
    </message>
    <message>
        <source>this is no Paje trace</source>
        <translation>这不是 Paje 跟踪</translation>
    </message>
    <message>
        <source>give the whole output of a test</source>
        <translation>请给出测试的完整输出</translation>
    </message>
    <message>
        <source>a WfCommons instance has an object &quot;workflow&quot;</source>
        <translation>WfCommons 实例含有对象“workflow”</translation>
    </message>
    <message>
        <source>a DAX has &lt;job&gt; elements</source>
        <translation>DAX 含有 &lt;job&gt; 元素</translation>
    </message>
    <message>
        <source>one of ns, us, ms, s</source>
        <translation>ns、us、ms、s 之一</translation>
    </message>
    <message>
        <source>its first line must name the columns</source>
        <translation>其第一行必须写出列名</translation>
    </message>
    <message>
        <source>say its unit with csv.unit (ns, us, ms, s), or the right column with csv.start</source>
        <translation>请用 csv.unit 说明单位（ns、us、ms、s），或用 csv.start 说明正确的列</translation>
    </message>
    <message>
        <source>darshan-parser of Darshan 2.3 prints it as text; no Darshan 3 tool converts it</source>
        <translation>Darshan 2.3 的 darshan-parser 可将其打印为文本；Darshan 3 没有转换它的工具</translation>
    </message>
    <message>
        <source>darshan-convert of an older Darshan may write it as 3.41</source>
        <translation>较旧 Darshan 的 darshan-convert 或可将其写为 3.41</translation>
    </message>
    <message>
        <source>known: zlib, bzip2, none</source>
        <translation>已知的有：zlib、bzip2、无压缩</translation>
    </message>
    <message>
        <source>give CodeCarbon&apos;s emissions.csv with its rows</source>
        <translation>请给出 CodeCarbon 的 emissions.csv 及其各行</translation>
    </message>
    <message>
        <source>give what dmon prints, with its line of names</source>
        <translation>请给出 dmon 打印的内容，包括列名行</translation>
    </message>
    <message>
        <source>give a log of PTDaemon, or of ipmitool dcmi power reading</source>
        <translation>请给出 PTDaemon 或 ipmitool dcmi power reading 的日志</translation>
    </message>
    <message>
        <source>give what perf stat prints of power/energy-.../</source>
        <translation>请给出 perf stat 对 power/energy-.../ 打印的内容</translation>
    </message>
    <message>
        <source>give a log with a header and rows</source>
        <translation>请给出有表头和数据行的日志</translation>
    </message>
    <message>
        <source>give a log of Zeus with its rows</source>
        <translation>请给出 Zeus 的日志及其各行</translation>
    </message>
    <message>
        <source>exports of Nsight Systems, RPD and rocpd databases are read</source>
        <translation>可读取 Nsight Systems 的导出文件、RPD 和 rocpd 数据库</translation>
    </message>
    <message>
        <source>print it with `--format csv`</source>
        <translation>请用 `--format csv` 打印</translation>
    </message>
    <message>
        <source>give what NCCL_DEBUG=INFO prints</source>
        <translation>请给出 NCCL_DEBUG=INFO 打印的内容</translation>
    </message>
    <message>
        <source>write it with dumpi2ascii, which prints the calls</source>
        <translation>请用 dumpi2ascii 写出，它会打印各调用</translation>
    </message>
    <message>
        <source>convert each rank&apos;s trace by itself, to NAME.RANK.et</source>
        <translation>请将每个 rank 的跟踪单独转换为 NAME.RANK.et</translation>
    </message>
    <message>
        <source>convert a run that computes or communicates</source>
        <translation>请转换含计算或通信的运行</translation>
    </message>
    <message>
        <source>this is no SMPI trace</source>
        <translation>这不是 SMPI 跟踪</translation>
    </message>
    <message>
        <source>lines of a SMPI trace read &quot;0 compute 1e9&quot;</source>
        <translation>SMPI 跟踪的行形如“0 compute 1e9”</translation>
    </message>
    <message>
        <source>keep the list and its files together, as smpirun -trace-ti wrote them</source>
        <translation>请将列表与其文件放在一起，与 smpirun -trace-ti 写出时相同</translation>
    </message>
    <message>
        <source>is not there (any more)</source>
        <translation>不存在（或已不在）</translation>
    </message>
    <message>
        <source>the study is read-only</source>
        <translation>研究文件是只读的</translation>
    </message>
    <message>
        <source>is not a Weir study</source>
        <translation>不是 Weir 研究文件</translation>
    </message>
    <message>
        <source>is no column data</source>
        <translation>不是列数据</translation>
    </message>
    <message>
        <source>has data of version %1, this Weir reads version %2</source>
        <translation>其数据版本为 %1，此 Weir 读取版本 %2</translation>
    </message>
    <message>
        <source>has a head that makes no sense</source>
        <translation>其头部没有意义</translation>
    </message>
    <message>
        <source>is damaged: its checksum does not match</source>
        <translation>已损坏：校验和不符</translation>
    </message>
    <message>
        <source>is damaged: it does not decompress</source>
        <translation>已损坏：无法解压</translation>
    </message>
    <message>
        <source>was written by a newer Weir: run layout %1, this one reads up to %2</source>
        <translation>由较新的 Weir 写出：运行布局 %1，此版本最高读取 %2</translation>
    </message>
    <message>
        <source>was made by a newer Weir: version %1, this one reads up to %2</source>
        <translation>由较新的 Weir 创建：版本 %1，此版本最高读取 %2</translation>
    </message>
    <message>
        <source>the study is damaged (a row belongs to nothing)</source>
        <translation>研究文件已损坏（有一行不属于任何内容）</translation>
    </message>
    <message>
        <source>the study is damaged (%1)</source>
        <translation>研究文件已损坏（%1）</translation>
    </message>
    <message>
        <source>is a folder, not a study</source>
        <translation>是文件夹，不是研究文件</translation>
    </message>
    <message>
        <source>is not a regular file</source>
        <translation>不是普通文件</translation>
    </message>
    <message>
        <source>cannot be read: permission denied</source>
        <translation>无法读取：没有权限</translation>
    </message>
    <message>
        <source>the study is cut short</source>
        <translation>研究文件被截断</translation>
    </message>
    <message>
        <source>is a database of another program, not a Weir study</source>
        <translation>是其他程序的数据库，不是 Weir 研究文件</translation>
    </message>
    <message>
        <source>is empty, not a Weir study</source>
        <translation>是空文件，不是 Weir 研究文件</translation>
    </message>
    <message>
        <source>its folder does not exist</source>
        <translation>其文件夹不存在</translation>
    </message>
    <message>
        <source>its folder cannot be written</source>
        <translation>其文件夹不可写</translation>
    </message>
    <message>
        <source>is the study itself</source>
        <translation>就是该研究文件本身</translation>
    </message>
    <message>
        <source>open a file that Weir saved (*.weir)</source>
        <translation>请打开由 Weir 保存的文件（*.weir）</translation>
    </message>
    <message>
        <source>use a copy of it</source>
        <translation>请使用其副本</translation>
    </message>
    <message>
        <source>use a copy of the study</source>
        <translation>请使用该研究文件的副本</translation>
    </message>
    <message>
        <source>update Weir</source>
        <translation>请更新 Weir</translation>
    </message>
    <message>
        <source>save a copy elsewhere and work on that</source>
        <translation>请另存一份并在其上工作</translation>
    </message>
    <message>
        <source>give a file that ends in .weir</source>
        <translation>请给出扩展名为 .weir 的文件</translation>
    </message>
    <message>
        <source>ask its owner for access</source>
        <translation>请向其所有者申请访问权限</translation>
    </message>
    <message>
        <source>make the folder or choose another</source>
        <translation>请创建该文件夹或另选一个</translation>
    </message>
    <message>
        <source>choose another folder</source>
        <translation>请另选文件夹</translation>
    </message>
    <message>
        <source>choose another name</source>
        <translation>请另选名称</translation>
    </message>
    <message>
        <source>the study holds no run</source>
        <translation>研究文件中没有运行</translation>
    </message>
    <message>
        <source>no run is in this study</source>
        <translation>此研究文件中没有运行</translation>
    </message>
    <message>
        <source>is a table of measurements and cannot be opened together with traces</source>
        <translation>是测量表，不能与跟踪一起打开</translation>
    </message>
    <message>
        <source>is a study and cannot be opened together with other files</source>
        <translation>是研究文件，不能与其他文件一起打开</translation>
    </message>
    <message>
        <source>is a scenario and cannot be opened together with other files</source>
        <translation>是场景，不能与其他文件一起打开</translation>
    </message>
    <message>
        <source>the sweep&apos;s grid cannot be read</source>
        <translation>无法读取扫描的网格</translation>
    </message>
    <message>
        <source>a point of the sweep cannot be read</source>
        <translation>无法读取扫描的一个点</translation>
    </message>
    <message>
        <source>the scenario it was laid around has been removed</source>
        <translation>扫描所依据的场景已被删除</translation>
    </message>
    <message>
        <source>has no such point</source>
        <translation>没有这样的点</translation>
    </message>
    <message>
        <source>no table is given</source>
        <translation>未给出表格</translation>
    </message>
    <message>
        <source>no model knows these columns</source>
        <translation>没有认识这些列的模型</translation>
    </message>
    <message>
        <source>no table of a known kind was found</source>
        <translation>未找到已知种类的表格</translation>
    </message>
    <message>
        <source>keep one in it (simulate --out, or save a window with a run), or give trace files</source>
        <translation>请在其中保存一个运行（simulate --out，或保存含运行的窗口），或给出跟踪文件</translation>
    </message>
    <message>
        <source>open it alone, or with other tables</source>
        <translation>请单独打开，或与其他表格一起打开</translation>
    </message>
    <message>
        <source>open it alone</source>
        <translation>请单独打开</translation>
    </message>
    <message>
        <source>name one that holds a run</source>
        <translation>请指明含有运行的研究文件</translation>
    </message>
    <message>
        <source>run the sweep again</source>
        <translation>请重新扫描</translation>
    </message>
    <message>
        <source>name a folder of measured tables, or a table</source>
        <translation>请指明测量表的文件夹，或一张表格</translation>
    </message>
    <message>
        <source>give a folder of measured tables, or one table</source>
        <translation>请给出测量表的文件夹，或一张表格</translation>
    </message>
    <message>
        <source>the value is negative</source>
        <translation>值为负</translation>
    </message>
    <message>
        <source>give zero or more</source>
        <translation>请给出零或更大的值</translation>
    </message>
    <message>
        <source>no value is given</source>
        <translation>未给出值</translation>
    </message>
    <message>
        <source>this is no fraction</source>
        <translation>这不是有效的比例</translation>
    </message>
    <message>
        <source>give more than 0, at most 1</source>
        <translation>请给出大于 0 且不超过 1 的值</translation>
    </message>
    <message>
        <source>give 0 to 1</source>
        <translation>请给出 0 至 1</translation>
    </message>
    <message>
        <source>give 0 to less than 1</source>
        <translation>请给出 0 至小于 1 的值</translation>
    </message>
    <message>
        <source>give 0 (as matrix products) to 1</source>
        <translation>请给出 0（与矩阵乘相同）至 1</translation>
    </message>
    <message>
        <source>this is no efficiency curve</source>
        <translation>这不是效率曲线</translation>
    </message>
    <message>
        <source>give [size, fraction] with sizes falling and fractions above 0 up to 1</source>
        <translation>请给出 [大小, 比例]，大小递减，比例大于 0 且不超过 1</translation>
    </message>
    <message>
        <source>the least frequency exceeds the largest</source>
        <translation>最低频率高于最高频率</translation>
    </message>
    <message>
        <source>give min &lt;= max</source>
        <translation>请使 min &lt;= max</translation>
    </message>
    <message>
        <source>the idle power exceeds the largest</source>
        <translation>空闲功率大于最大功率</translation>
    </message>
    <message>
        <source>give idle &lt;= max</source>
        <translation>请使 idle &lt;= max</translation>
    </message>
    <message>
        <source>this is no contention</source>
        <translation>这不是有效的争用程度</translation>
    </message>
    <message>
        <source>give 0 (none) to 10 seconds a second</source>
        <translation>请给出每秒 0（无）至 10 秒</translation>
    </message>
    <message>
        <source>the fabric has no bandwidth</source>
        <translation>节点内互连没有带宽</translation>
    </message>
    <message>
        <source>%1 nodes are too many</source>
        <translation>%1 个节点过多</translation>
    </message>
    <message>
        <source>give at most 1000000</source>
        <translation>请给出不超过 1000000</translation>
    </message>
    <message>
        <source>too many accelerators in a node</source>
        <translation>每节点的加速器过多</translation>
    </message>
    <message>
        <source>give at most 1024</source>
        <translation>请给出不超过 1024</translation>
    </message>
    <message>
        <source>an MTU of %1 bytes is not possible</source>
        <translation>MTU 不能为 %1 字节</translation>
    </message>
    <message>
        <source>give 1B to 1MiB</source>
        <translation>请给出 1B 至 1MiB</translation>
    </message>
    <message>
        <source>give at most 100000</source>
        <translation>请给出不超过 100000</translation>
    </message>
    <message>
        <source>a tier has no name</source>
        <translation>有一个存储层没有名称</translation>
    </message>
    <message>
        <source>give each tier a name</source>
        <translation>请为每个存储层命名</translation>
    </message>
    <message>
        <source>the tier reads nothing</source>
        <translation>该存储层没有读取带宽</translation>
    </message>
    <message>
        <source>a tier has fewer than no servers</source>
        <translation>存储层的服务器数为负</translation>
    </message>
    <message>
        <source>give 0 for unknown</source>
        <translation>未知请给出 0</translation>
    </message>
    <message>
        <source>a PUE of %1 is not possible</source>
        <translation>PUE 不能为 %1</translation>
    </message>
    <message>
        <source>give 1 or more</source>
        <translation>请给出 1 或更大的值</translation>
    </message>
    <message>
        <source>the machine has no tier &quot;%1&quot;</source>
        <translation>机器没有存储层“%1”</translation>
    </message>
    <message>
        <source>give machine.storage a tier of that name</source>
        <translation>请在 machine.storage 中加入该名称的存储层</translation>
    </message>
    <message>
        <source>%1 heads do not divide %2 hidden units</source>
        <translation>%1 个注意力头不能整除 %2 个隐藏单元</translation>
    </message>
    <message>
        <source>give a divisor, or head_size</source>
        <translation>请给出约数，或给出 head_size</translation>
    </message>
    <message>
        <source>a token visits %1 of %2 experts</source>
        <translation>一个 token 访问 %2 个专家中的 %1 个</translation>
    </message>
    <message>
        <source>give 1 to the number of experts</source>
        <translation>请给出 1 至专家数</translation>
    </message>
    <message>
        <source>%1 key heads for %2 heads</source>
        <translation>%2 个注意力头却有 %1 个 key 头</translation>
    </message>
    <message>
        <source>give at most as many</source>
        <translation>请给出不超过该数</translation>
    </message>
    <message>
        <source>too many layers</source>
        <translation>层数过多</translation>
    </message>
    <message>
        <source>give at most 10000</source>
        <translation>请给出不超过 10000</translation>
    </message>
    <message>
        <source>layer &quot;%1&quot; has a negative number</source>
        <translation>层“%1”含有负数</translation>
    </message>
    <message>
        <source>layer &quot;%1&quot; computes in backward alone</source>
        <translation>层“%1”只在反向中计算</translation>
    </message>
    <message>
        <source>give its forward_flops</source>
        <translation>请给出其 forward_flops</translation>
    </message>
    <message>
        <source>the file of layers has not been read</source>
        <translation>尚未读取层的文件</translation>
    </message>
    <message>
        <source>name a file beside the scenario, or give the layers</source>
        <translation>请指明场景旁的文件，或给出各层</translation>
    </message>
    <message>
        <source>no model is given</source>
        <translation>未给出模型</translation>
    </message>
    <message>
        <source>model &quot;%1&quot; is unknown and has no layers</source>
        <translation>模型“%1”未知且没有层</translation>
    </message>
    <message>
        <source>model &quot;%1&quot; is unknown</source>
        <translation>模型“%1”未知</translation>
    </message>
    <message>
        <source>the measured range ends before it begins</source>
        <translation>测量范围的结束小于开始</translation>
    </message>
    <message>
        <source>give batch_min &lt;= batch_max</source>
        <translation>请使 batch_min &lt;= batch_max</translation>
    </message>
    <message>
        <source>%1 of %2 runs cannot have failed</source>
        <translation>%2 次运行中不可能有 %1 次失败</translation>
    </message>
    <message>
        <source>give runs as well</source>
        <translation>请同时给出 runs</translation>
    </message>
    <message>
        <source>%1 heads cannot be split %2 tensor x %3 context ways</source>
        <translation>%1 个注意力头不能按张量 %2 x 上下文 %3 划分</translation>
    </message>
    <message>
        <source>give a divisor, or set plan.context_exchange to ring</source>
        <translation>请给出约数，或将 plan.context_exchange 设为 ring</translation>
    </message>
    <message>
        <source>%1 tokens of a sequence cannot be split %2 ways</source>
        <translation>一个序列的 %1 个 token 不能分为 %2 份</translation>
    </message>
    <message>
        <source>%1 tokens cannot be split %2 ways</source>
        <translation>%1 个 token 不能分为 %2 份</translation>
    </message>
    <message>
        <source>%1 heads cannot be split %2 ways</source>
        <translation>%1 个注意力头不能分为 %2 份</translation>
    </message>
    <message>
        <source>%1 experts cannot be split %2 ways</source>
        <translation>%1 个专家不能分为 %2 份</translation>
    </message>
    <message>
        <source>set it to false</source>
        <translation>请设为 false</translation>
    </message>
    <message>
        <source>set it to 1</source>
        <translation>请设为 1</translation>
    </message>
    <message>
        <source>lower it</source>
        <translation>请调低</translation>
    </message>
    <message>
        <source>lower them</source>
        <translation>请调低这些值</translation>
    </message>
    <message>
        <source>use another</source>
        <translation>请换用其他</translation>
    </message>
    <message>
        <source>%1 stages for %2 layers</source>
        <translation>%2 层却有 %1 个流水线级</translation>
    </message>
    <message>
        <source>give at most one stage a layer</source>
        <translation>每层最多一个流水线级</translation>
    </message>
    <message>
        <source>a single stage cannot be interleaved</source>
        <translation>单个流水线级不能交错</translation>
    </message>
    <message>
        <source>%1 stages of %2 pieces for %3 layers</source>
        <translation>%3 层却有 %1 个流水线级，每级 %2 段</translation>
    </message>
    <message>
        <source>the model has no experts</source>
        <translation>模型没有专家</translation>
    </message>
    <message>
        <source>%1 data-parallel ranks cannot be split into groups of %2</source>
        <translation>%1 个数据并行 rank 不能分成每组 %2 个</translation>
    </message>
    <message>
        <source>give a divisor of the data-parallel ranks</source>
        <translation>请给出数据并行 rank 数的约数</translation>
    </message>
    <message>
        <source>%1 data x %2 tensor x %3 pipeline parallel = %4, but the machine has %5 accelerators</source>
        <translation>数据 %1 x 张量 %2 x 流水线 %3 并行 = %4，但机器有 %5 个加速器</translation>
    </message>
    <message>
        <source>%1 data x %2 tensor x %3 pipeline x %4 context parallel = %5, but the machine has %6 accelerators</source>
        <translation>数据 %1 x 张量 %2 x 流水线 %3 x 上下文 %4 并行 = %5，但机器有 %6 个加速器</translation>
    </message>
    <message>
        <source>set plan.data_parallel to %1, or to 0 to have it derived</source>
        <translation>请将 plan.data_parallel 设为 %1，或设为 0 以自动推出</translation>
    </message>
    <message>
        <source>change the parallel sizes or machine.nodes</source>
        <translation>请更改并行规模或 machine.nodes</translation>
    </message>
    <message>
        <source>%1 tensor x %2 pipeline parallel do not divide %3 accelerators</source>
        <translation>张量 %1 x 流水线 %2 并行不能整除 %3 个加速器</translation>
    </message>
    <message>
        <source>%1 tensor x %2 pipeline x %3 context parallel do not divide %4 accelerators</source>
        <translation>张量 %1 x 流水线 %2 x 上下文 %3 并行不能整除 %4 个加速器</translation>
    </message>
    <message>
        <source>give sizes that do</source>
        <translation>请给出能整除的规模</translation>
    </message>
    <message>
        <source>only transformers given by their shape can be split here</source>
        <translation>此处只能划分以形状给出的 transformer</translation>
    </message>
    <message>
        <source>set it to 1, or use a gpt model</source>
        <translation>请设为 1，或使用 gpt 模型</translation>
    </message>
    <message>
        <source>give a divisor, or 0 for all</source>
        <translation>请给出约数，或用 0 表示全部</translation>
    </message>
    <message>
        <source>%1 samples do not reach %2 data-parallel ranks</source>
        <translation>%1 个样本不足以分给 %2 个数据并行 rank</translation>
    </message>
    <message>
        <source>%1 is no share of the elements</source>
        <translation>%1 不是有效的元素占比</translation>
    </message>
    <message>
        <source>give a number above 0, at most 1</source>
        <translation>请给出大于 0 且不超过 1 的数</translation>
    </message>
    <message>
        <source>%1 levels are not possible</source>
        <translation>不能有 %1 个级别</translation>
    </message>
    <message>
        <source>give 1 to 32767</source>
        <translation>请给出 1 至 32767</translation>
    </message>
    <message>
        <source>ZeRO %1 leaves no rank a whole gradient to compress</source>
        <translation>ZeRO %1 下没有 rank 持有可压缩的完整梯度</translation>
    </message>
    <message>
        <source>set plan.zero=0, or plan.compression.kind=none</source>
        <translation>请设 plan.zero=0，或 plan.compression.kind=none</translation>
    </message>
    <message>
        <source>ZeRO %1 leaves no rank whole weights to step alone</source>
        <translation>ZeRO %1 下没有 rank 持有可单独更新的完整权重</translation>
    </message>
    <message>
        <source>set plan.zero=0, or plan.local_steps=1</source>
        <translation>请设 plan.zero=0，或 plan.local_steps=1</translation>
    </message>
    <message>
        <source>local steps average weights, which no compression here is made for</source>
        <translation>本地步对权重取平均，此处没有适用的压缩</translation>
    </message>
    <message>
        <source>set plan.local_steps=1, or plan.compression.kind=none</source>
        <translation>请设 plan.local_steps=1，或 plan.compression.kind=none</translation>
    </message>
    <message>
        <source>no rate is given for %1</source>
        <translation>未给出 %1 的速率</translation>
    </message>
    <message>
        <source>give one, or set workload.precision to %1</source>
        <translation>请给出，或将 workload.precision 设为 %1</translation>
    </message>
    <message>
        <source>computing was measured on a whole model, but the plan splits it</source>
        <translation>计算是在整个模型上测得的，但方案将其划分</translation>
    </message>
    <message>
        <source>set plan.tensor_parallel, pipeline_parallel and context_parallel to 1, or workload.step_compute.time=0s</source>
        <translation>请将 plan.tensor_parallel、pipeline_parallel 和 context_parallel 设为 1，或设 workload.step_compute.time=0s</translation>
    </message>
    <message>
        <source>ZeRO stage %1 does not exist</source>
        <translation>没有 ZeRO 级别 %1</translation>
    </message>
    <message>
        <source>give 0, 1, 2 or 3</source>
        <translation>请给出 0、1、2 或 3</translation>
    </message>
    <message>
        <source>a batch of %1 exceeds the %2 samples of the data set</source>
        <translation>批量 %1 超过数据集的 %2 个样本</translation>
    </message>
    <message>
        <source>%1 GHz is outside the accelerator&apos;s %2 to %3 GHz</source>
        <translation>%1 GHz 超出加速器的 %2 至 %3 GHz</translation>
    </message>
    <message>
        <source>give one inside, or 0Hz for the largest</source>
        <translation>请给出范围内的值，或用 0Hz 表示最高频率</translation>
    </message>
    <message>
        <source>the cap does not exceed the idle power</source>
        <translation>功率上限未超过空闲功率</translation>
    </message>
    <message>
        <source>raise it, or give 0W for none</source>
        <translation>请调高，或用 0W 表示无上限</translation>
    </message>
    <message>
        <source>no size is given</source>
        <translation>未给出大小</translation>
    </message>
    <message>
        <source>a collective needs two ranks</source>
        <translation>集合通信需要两个 rank</translation>
    </message>
    <message>
        <source>give 2 or more</source>
        <translation>请给出 2 或更大的值</translation>
    </message>
    <message>
        <source>%1 ranks on %2 accelerators</source>
        <translation>%2 个加速器上有 %1 个 rank</translation>
    </message>
    <message>
        <source>lower it, or raise machine.nodes</source>
        <translation>请调低，或调高 machine.nodes</translation>
    </message>
    <message>
        <source>%1 ranks do not fill nodes of %2 accelerators</source>
        <translation>%1 个 rank 不能填满每节点 %2 个加速器</translation>
    </message>
    <message>
        <source>give a multiple, or at most one rank a node</source>
        <translation>请给出倍数，或每节点最多一个 rank</translation>
    </message>
    <message>
        <source>neither a pattern nor flows are given</source>
        <translation>既未给出模式，也未给出流</translation>
    </message>
    <message>
        <source>the flows file has not been read</source>
        <translation>尚未读取流的文件</translation>
    </message>
    <message>
        <source>give pattern, flows or flows_file</source>
        <translation>请给出 pattern、flows 或 flows_file</translation>
    </message>
    <message>
        <source>flow %1 goes from host %2 to %3, but there are %4 hosts</source>
        <translation>流 %1 从主机 %2 到 %3，但只有 %4 台主机</translation>
    </message>
    <message>
        <source>number hosts from 0, or raise machine.nodes</source>
        <translation>主机请从 0 编号，或调高 machine.nodes</translation>
    </message>
    <message>
        <source>flow %1 goes from host %2 to itself</source>
        <translation>流 %1 从主机 %2 到其自身</translation>
    </message>
    <message>
        <source>name two hosts</source>
        <translation>请给出两台主机</translation>
    </message>
    <message>
        <source>flow %1 carries no bytes</source>
        <translation>流 %1 不传输字节</translation>
    </message>
    <message>
        <source>write its size as &quot;2MB&quot;</source>
        <translation>请将其大小写作“2MB”</translation>
    </message>
    <message>
        <source>flow %1 starts before 0</source>
        <translation>流 %1 在 0 之前开始</translation>
    </message>
    <message>
        <source>flow %1 has the priority %2</source>
        <translation>流 %1 的优先级为 %2</translation>
    </message>
    <message>
        <source>give 0 to 7, higher first</source>
        <translation>请给出 0 至 7，大者优先</translation>
    </message>
    <message>
        <source>traffic needs two hosts</source>
        <translation>流量需要两台主机</translation>
    </message>
    <message>
        <source>%1 sources, but only %2 other hosts</source>
        <translation>有 %1 个发送者，但其他主机只有 %2 台</translation>
    </message>
    <message>
        <source>all-to-all among more than 1024 hosts is too large</source>
        <translation>超过 1024 台主机的 all-to-all 过大</translation>
    </message>
    <message>
        <source>no run is given</source>
        <translation>未给出运行</translation>
    </message>
    <message>
        <source>name a trace or a study</source>
        <translation>请指明跟踪或研究文件</translation>
    </message>
    <message>
        <source>the cable begins nowhere</source>
        <translation>线缆没有起点</translation>
    </message>
    <message>
        <source>the cable ends nowhere</source>
        <translation>线缆没有终点</translation>
    </message>
    <message>
        <source>name a node, as in &quot;leaf 0&quot;</source>
        <translation>请给出节点，如“leaf 0”</translation>
    </message>
    <message>
        <source>name a node, as in &quot;spine 1&quot;</source>
        <translation>请给出节点，如“spine 1”</translation>
    </message>
    <message>
        <source>%1 is no share of a cable</source>
        <translation>%1 不是有效的线缆带宽占比</translation>
    </message>
    <message>
        <source>give 0 (failed) to 1</source>
        <translation>请给出 0（故障）至 1</translation>
    </message>
    <message>
        <source>give 0B for the default</source>
        <translation>默认请给出 0B</translation>
    </message>
    <message>
        <source>an alpha of %1 is not possible</source>
        <translation>alpha 不能为 %1</translation>
    </message>
    <message>
        <source>give more than 0, as in 1</source>
        <translation>请给出大于 0 的值，如 1</translation>
    </message>
    <message>
        <source>%1 virtual channels are not possible</source>
        <translation>不能有 %1 个虚拟通道</translation>
    </message>
    <message>
        <source>give up to 16, or 0 for as many as the routing needs</source>
        <translation>请给出不超过 16，或用 0 表示按路由所需</translation>
    </message>
    <message>
        <source>give 0B for the transport&apos;s own</source>
        <translation>用传输协议自身的值请给出 0B</translation>
    </message>
    <message>
        <source>marking begins above where it is certain</source>
        <translation>开始标记处高于必定标记处</translation>
    </message>
    <message>
        <source>give 0B to have it derived</source>
        <translation>自动推出请给出 0B</translation>
    </message>
    <message>
        <source>sending resumes above where it is paused</source>
        <translation>恢复发送处高于暂停处</translation>
    </message>
    <message>
        <source>give xon &lt;= xoff</source>
        <translation>请使 xon &lt;= xoff</translation>
    </message>
    <message>
        <source>give 1 (half) to 2 (full)</source>
        <translation>请给出 1（半双工）至 2（全双工）</translation>
    </message>
    <message>
        <source>give 0B for none</source>
        <translation>没有请给出 0B</translation>
    </message>
    <message>
        <source>this is no bandwidth</source>
        <translation>这不是带宽</translation>
    </message>
    <message>
        <source>write it as &quot;200Gbps&quot;, or 0bps for that of the links below</source>
        <translation>请写作“200Gbps”，或用 0bps 表示与下层链路相同</translation>
    </message>
    <message>
        <source>write it as &quot;1us&quot;, or 0s for link.latency</source>
        <translation>请写作“1us”，或用 0s 表示取 link.latency</translation>
    </message>
    <message>
        <source>the endpoints &quot;%1&quot; are not known</source>
        <translation>未知的端点“%1”</translation>
    </message>
    <message>
        <source>use node or accelerator</source>
        <translation>请用 node 或 accelerator</translation>
    </message>
    <message>
        <source>%1 accelerators are too many hosts</source>
        <translation>%1 个加速器作为主机过多</translation>
    </message>
    <message>
        <source>other jobs cannot take %1 of a tier</source>
        <translation>其他作业不能占用存储层的 %1</translation>
    </message>
    <message>
        <source>give a fraction from 0 up to 1</source>
        <translation>请给出 0 至小于 1 的比例</translation>
    </message>
    <message>
        <source>give a fraction from 0 to 1</source>
        <translation>请给出 0 至 1 的比例</translation>
    </message>
    <message>
        <source>a request of no bytes reads nothing</source>
        <translation>零字节的请求不读取任何内容</translation>
    </message>
    <message>
        <source>the data set is staged from tier %1 to itself</source>
        <translation>数据集从存储层 %1 预置到其自身</translation>
    </message>
    <message>
        <source>set it to none, or name another tier</source>
        <translation>请设为 none，或指明另一存储层</translation>
    </message>
    <message>
        <source>tier %1 writes nothing</source>
        <translation>存储层 %1 没有写入带宽</translation>
    </message>
    <message>
        <source>write it as &quot;3GB/s&quot;, or set plan.data.stage=none</source>
        <translation>请写作“3GB/s”，或设 plan.data.stage=none</translation>
    </message>
    <message>
        <source>the data set of %1 does not fit tier %2, which holds %3</source>
        <translation>%1 的数据集放不进存储层 %2，其容量为 %3</translation>
    </message>
    <message>
        <source>there is no storage to write checkpoints to</source>
        <translation>没有可写入检查点的存储</translation>
    </message>
    <message>
        <source>give machine.storage a tier, or set plan.checkpoint.every=0s</source>
        <translation>请在 machine.storage 中加入存储层，或设 plan.checkpoint.every=0s</translation>
    </message>
    <message>
        <source>write it as &quot;18GB/s&quot;, or set plan.checkpoint.every=0s</source>
        <translation>请写作“18GB/s”，或设 plan.checkpoint.every=0s</translation>
    </message>
    <message>
        <source>checkpoints drain from tier %1 to itself</source>
        <translation>检查点从存储层 %1 转存到其自身</translation>
    </message>
    <message>
        <source>name another tier, or leave it empty</source>
        <translation>请指明另一存储层，或留空</translation>
    </message>
    <message>
        <source>the interval by Young&apos;s rule needs to know how often nodes fail</source>
        <translation>按 Young 法则求间隔需要知道节点多久故障一次</translation>
    </message>
    <message>
        <source>the interval by Daly&apos;s rule needs to know how often nodes fail</source>
        <translation>按 Daly 法则求间隔需要知道节点多久故障一次</translation>
    </message>
    <message>
        <source>write it as &quot;1825d&quot;, or give plan.checkpoint.every a time</source>
        <translation>请写作“1825d”，或为 plan.checkpoint.every 给出时间</translation>
    </message>
    <message>
        <source>an overlap of %1 is not possible</source>
        <translation>重叠不能为 %1</translation>
    </message>
    <message>
        <source>%1 ranks cannot be split into %2 equal groups of two or more</source>
        <translation>%1 个 rank 不能分成 %2 个各含两个以上成员的等大组</translation>
    </message>
    <message>
        <source>give a divisor of the ranks</source>
        <translation>请给出 rank 数的约数</translation>
    </message>
    <message>
        <source>groups of %1 ranks do not fill nodes of %2</source>
        <translation>每组 %1 个 rank 不能填满每节点 %2 个</translation>
    </message>
    <message>
        <source>give groups that fill whole nodes or divide one, or set machine.network.endpoints to accelerator</source>
        <translation>请给出能填满整个节点或整除节点的组，或将 machine.network.endpoints 设为 accelerator</translation>
    </message>
    <message>
        <source>give 0 (one message each) to 1 (all of a host&apos;s bandwidth)</source>
        <translation>请给出 0（各一条消息）至 1（主机的全部带宽）</translation>
    </message>
    <message>
        <source>a list of flows has no load</source>
        <translation>流的列表没有负载</translation>
    </message>
    <message>
        <source>give a pattern, or set it to 0</source>
        <translation>请给出模式，或设为 0</translation>
    </message>
    <message>
        <source>a load has no duration</source>
        <translation>负载没有时长</translation>
    </message>
    <message>
        <source>too many background jobs</source>
        <translation>背景作业过多</translation>
    </message>
    <message>
        <source>give at most 64</source>
        <translation>请给出不超过 64</translation>
    </message>
    <message>
        <source>a background job has no pattern</source>
        <translation>背景作业没有模式</translation>
    </message>
    <message>
        <source>use uniform, permutation, incast, all-to-all or adversarial</source>
        <translation>请用 uniform、permutation、incast、all-to-all 或 adversarial</translation>
    </message>
    <message>
        <source>a background job sends nothing</source>
        <translation>背景作业不发送任何内容</translation>
    </message>
    <message>
        <source>host %1 does not exist: there are %2</source>
        <translation>没有主机 %1：共有 %2 台</translation>
    </message>
    <message>
        <source>number hosts from 0</source>
        <translation>主机请从 0 编号</translation>
    </message>
    <message>
        <source>hosts are numbered from 0</source>
        <translation>主机从 0 编号</translation>
    </message>
    <message>
        <source>%1 hosts from %2 on do not exist: there are %3</source>
        <translation>没有从 %2 起的 %1 台主机：共有 %3 台</translation>
    </message>
    <message>
        <source>%1 sources among %2 hosts</source>
        <translation>%2 台主机中有 %1 个发送者</translation>
    </message>
    <message>
        <source>give at most %1, or 0 for all</source>
        <translation>请给出不超过 %1，或用 0 表示全部</translation>
    </message>
    <message>
        <source>a jitter of %1 is not possible</source>
        <translation>抖动不能为 %1</translation>
    </message>
    <message>
        <source>give 0 to 1, a fraction of each piece of computing</source>
        <translation>请给出 0 至 1，即每段计算的比例</translation>
    </message>
    <message>
        <source>%1 stragglers among %2 ranks</source>
        <translation>%2 个 rank 中有 %1 个掉队者</translation>
    </message>
    <message>
        <source>give at most as many as there are ranks</source>
        <translation>请给出不超过 rank 数</translation>
    </message>
    <message>
        <source>a slowdown of %1 is not possible</source>
        <translation>减速不能为 %1</translation>
    </message>
    <message>
        <source>no such field</source>
        <translation>没有这样的字段</translation>
    </message>
    <message>
        <source>&quot;%1&quot; stands twice in one object</source>
        <translation>“%1”在同一对象中出现两次</translation>
    </message>
    <message>
        <source>keep one of them</source>
        <translation>请保留其中一个</translation>
    </message>
    <message>
        <source>the file ends too early</source>
        <translation>文件过早结束</translation>
    </message>
    <message>
        <source>JSON is nested deeper than %1 levels</source>
        <translation>JSON 嵌套超过 %1 层</translation>
    </message>
    <message>
        <source>a scenario needs no more than eight</source>
        <translation>场景最多需要八层</translation>
    </message>
    <message>
        <source>%1 hosts are given for %2 nodes of the job</source>
        <translation>作业有 %2 个节点，却给出了 %1 台主机</translation>
    </message>
    <message>
        <source>give one for each</source>
        <translation>请逐个给出</translation>
    </message>
    <message>
        <source>host %1 is given twice</source>
        <translation>主机 %1 重复给出</translation>
    </message>
    <message>
        <source>give each host once</source>
        <translation>每台主机请只给出一次</translation>
    </message>
    <message>
        <source>the job needs %1 nodes of %2</source>
        <translation>作业需要 %1 个节点，共有 %2 个</translation>
    </message>
    <message>
        <source>raise it, or make the job smaller</source>
        <translation>请调高，或缩小作业</translation>
    </message>
    <message>
        <source>presets cannot be read: %1</source>
        <translation>无法读取预设：%1</translation>
    </message>
    <message>
        <source>check the installation</source>
        <translation>请检查安装</translation>
    </message>
    <message>
        <source>&quot;%1&quot; is neither true nor false</source>
        <translation>“%1”既不是 true 也不是 false</translation>
    </message>
    <message>
        <source>give true or false</source>
        <translation>请给出 true 或 false</translation>
    </message>
    <message>
        <source>&quot;%1&quot; is not in this version</source>
        <translation>此版本没有“%1”</translation>
    </message>
    <message>
        <source>a fat tree of %1 levels is not known</source>
        <translation>没有 %1 级的胖树</translation>
    </message>
    <message>
        <source>use 2 to 5</source>
        <translation>请用 2 至 5</translation>
    </message>
    <message>
        <source>a taper of %1 is not possible</source>
        <translation>收敛比不能为 %1</translation>
    </message>
    <message>
        <source>a radix of %1 is not possible</source>
        <translation>交换机端口数不能为 %1</translation>
    </message>
    <message>
        <source>give an even number up to 1024, or 0 to have it derived</source>
        <translation>请给出不超过 1024 的偶数，或用 0 自动推出</translation>
    </message>
    <message>
        <source>%1 hosts do not fit: a fat tree of %2 levels and radix %3 carries %4</source>
        <translation>放不下 %1 台主机：%2 级、%3 端口的胖树可容纳 %4 台</translation>
    </message>
    <message>
        <source>raise radix or levels, or lower machine.nodes</source>
        <translation>请调高 radix 或 levels，或调低 machine.nodes</translation>
    </message>
    <message>
        <source>leaves, spines and hosts_per_leaf cannot be negative</source>
        <translation>leaves、spines 和 hosts_per_leaf 不能为负</translation>
    </message>
    <message>
        <source>give 0 to have them derived</source>
        <translation>用 0 自动推出</translation>
    </message>
    <message>
        <source>%1 hosts do not fit: %2 leaves with %3 hosts each carry %4</source>
        <translation>放不下 %1 台主机：%2 个叶交换机各接 %3 台主机，可容纳 %4 台</translation>
    </message>
    <message>
        <source>raise leaves or hosts_per_leaf, or lower machine.nodes</source>
        <translation>请调高 leaves 或 hosts_per_leaf，或调低 machine.nodes</translation>
    </message>
    <message>
        <source>this topology has no shape</source>
        <translation>此拓扑没有形状</translation>
    </message>
    <message>
        <source>there are no hosts</source>
        <translation>没有主机</translation>
    </message>
    <message>
        <source>give at least one node</source>
        <translation>请至少给出一个节点</translation>
    </message>
    <message>
        <source>%1 groups cannot be joined in pairs: a group has %2 global links, which allow %3</source>
        <translation>%1 个组不能两两相连：每组有 %2 条全局链路，最多允许 %3 个组</translation>
    </message>
    <message>
        <source>lower it, or raise machine.network.global_links_per_router</source>
        <translation>请调低，或调高 machine.network.global_links_per_router</translation>
    </message>
    <message>
        <source>%1 hosts do not fit: %2 groups of %3 carry %4</source>
        <translation>放不下 %1 台主机：%2 个组各 %3 台，可容纳 %4 台</translation>
    </message>
    <message>
        <source>raise it, or lower machine.nodes</source>
        <translation>请调高，或调低 machine.nodes</translation>
    </message>
    <message>
        <source>raise it or global_links_per_router, or lower machine.nodes</source>
        <translation>请调高它或 global_links_per_router，或调低 machine.nodes</translation>
    </message>
    <message>
        <source>%1 dimensions are too many</source>
        <translation>%1 维过多</translation>
    </message>
    <message>
        <source>give at most 6, as in [4, 4, 4]</source>
        <translation>请给出不超过 6 维，如 [4, 4, 4]</translation>
    </message>
    <message>
        <source>a dimension of %1 routers is not possible</source>
        <translation>一维不能有 %1 个路由器</translation>
    </message>
    <message>
        <source>the dimensions multiply to too many routers</source>
        <translation>各维相乘的路由器过多</translation>
    </message>
    <message>
        <source>%1 hosts do not fit: %2 routers with %3 hosts each carry %4</source>
        <translation>放不下 %1 台主机：%2 个路由器各接 %3 台主机，可容纳 %4 台</translation>
    </message>
    <message>
        <source>raise dimensions or hosts_per_router, or lower machine.nodes</source>
        <translation>请调高 dimensions 或 hosts_per_router，或调低 machine.nodes</translation>
    </message>
    <message>
        <source>there is no slim fly of q = %1</source>
        <translation>没有 q = %1 的 slim fly</translation>
    </message>
    <message>
        <source>%1 hosts do not fit: a slim fly of q = %2 with %3 hosts a router carries %4</source>
        <translation>放不下 %1 台主机：q = %2、每路由器 %3 台主机的 slim fly 可容纳 %4 台</translation>
    </message>
    <message>
        <source>raise slim_fly_q or hosts_per_router, or lower machine.nodes</source>
        <translation>请调高 slim_fly_q 或 hosts_per_router，或调低 machine.nodes</translation>
    </message>
    <message>
        <source>&quot;%1&quot; is not a number with a unit</source>
        <translation>“%1”不是带单位的数</translation>
    </message>
    <message>
        <source>&quot;%1&quot; is not a time with a unit</source>
        <translation>“%1”不是带单位的时间</translation>
    </message>
    <message>
        <source>&quot;%1&quot; has no unit</source>
        <translation>“%1”没有单位</translation>
    </message>
    <message>
        <source>&quot;%1&quot; has an unknown unit &quot;%2&quot;</source>
        <translation>“%1”的单位“%2”未知</translation>
    </message>
    <message>
        <source>write it with a unit, as in %1</source>
        <translation>请带单位书写，如 %1</translation>
    </message>
    <message>
        <source>write it as in %1</source>
        <translation>请写作如 %1</translation>
    </message>
    <message>
        <source>write it as +5h, -12.3 ms or 0 s</source>
        <translation>请写作 +5h、-12.3 ms 或 0 s</translation>
    </message>
    <message>
        <source>known are d, h, min, s, ms, us, ns, ps</source>
        <translation>已知的有 d、h、min、s、ms、us、ns、ps</translation>
    </message>
    <message>
        <source>&quot;%1&quot; is negative</source>
        <translation>“%1”为负</translation>
    </message>
    <message>
        <source>&quot;%1&quot; is too long</source>
        <translation>“%1”过长</translation>
    </message>
    <message>
        <source>&quot;%1&quot; is too large</source>
        <translation>“%1”过大</translation>
    </message>
    <message>
        <source>&quot;%1&quot; is more than 100 days</source>
        <translation>“%1”超过 100 天</translation>
    </message>
    <message>
        <source>give at most 100 days</source>
        <translation>请给出不超过 100 天</translation>
    </message>
    <message>
        <source>give at most 100 d</source>
        <translation>请给出不超过 100 d</translation>
    </message>
    <message>
        <source>%1 calls in %2 groups of %3 are too many</source>
        <translation>%2 个每组 %3 个的组中有 %1 次调用，过多</translation>
    </message>
    <message>
        <source>%1 collectives in %2 pieces are too many</source>
        <translation>%1 次集合通信各分 %2 块，过多</translation>
    </message>
    <message>
        <source>%1 nodes on %2 ranks are too many</source>
        <translation>%2 个 rank 上有 %1 个节点，过多</translation>
    </message>
    <message>
        <source>no message came in the duration: the load or the duration is too small</source>
        <translation>时长内没有消息：负载或时长过小</translation>
    </message>
    <message>
        <source>give at most %1, or use the model</source>
        <translation>请给出不超过 %1，或使用模型</translation>
    </message>
    <message>
        <source>give at least one MTU, or 0B for the default</source>
        <translation>请至少给出一个 MTU，或用 0B 表示默认</translation>
    </message>
    <message>
        <source>give at most %1, or 0 for as many as the routing needs</source>
        <translation>请给出不超过 %1，或用 0 表示按路由所需</translation>
    </message>
    <message>
        <source>give comm_type 0 to 9</source>
        <translation>请给出 0 至 9 的 comm_type</translation>
    </message>
    <message>
        <source>give at most one more group than routers in one</source>
        <translation>组数请最多比一组中的路由器数多一</translation>
    </message>
    <message>
        <source>the fat tree is too large</source>
        <translation>胖树过大</translation>
    </message>
    <message>
        <source>the network is too large</source>
        <translation>网络过大</translation>
    </message>
    <message>
        <source>the system is too large</source>
        <translation>系统过大</translation>
    </message>
    <message>
        <source>the graph is too large</source>
        <translation>图过大</translation>
    </message>
    <message>
        <source>the platform is too large</source>
        <translation>平台过大</translation>
    </message>
    <message>
        <source>give at most 1,000,000 hosts and 4,000,000 cables</source>
        <translation>请给出不超过 1,000,000 台主机和 4,000,000 条线缆</translation>
    </message>
    <message>
        <source>give at most 4,000,000 cables</source>
        <translation>请给出不超过 4,000,000 条线缆</translation>
    </message>
    <message>
        <source>give at most 1,000,000</source>
        <translation>请给出不超过 1,000,000</translation>
    </message>
    <message>
        <source>give at most %1, or a larger graph</source>
        <translation>请给出不超过 %1，或更大的图</translation>
    </message>
    <message>
        <source>give up to %1, or 0 to have it derived</source>
        <translation>请给出不超过 %1，或用 0 自动推出</translation>
    </message>
    <message>
        <source>a host number is out of range</source>
        <translation>主机编号超出范围</translation>
    </message>
    <message>
        <source>the start is out of range</source>
        <translation>开始超出范围</translation>
    </message>
    <message>
        <source>give the power of a prime from 3 to %1, such as %2, or 0 to have it derived</source>
        <translation>请给出 3 至 %1 的素数幂，如 %2，或用 0 自动推出</translation>
    </message>
    <message>
        <source>give at least 1 byte</source>
        <translation>请至少给出 1 字节</translation>
    </message>
    <message>
        <source>give a whole number from 0 to %1</source>
        <translation>请给出 0 至 %1 的整数</translation>
    </message>
    <message>
        <source>give at least one</source>
        <translation>请至少给出一个</translation>
    </message>
    <message>
        <source>cannot be read: %1</source>
        <translation>无法读取：%1</translation>
    </message>
    <message>
        <source>cannot be written: %1</source>
        <translation>无法写入：%1</translation>
    </message>
    <message>
        <source>cannot be unpacked: %1</source>
        <translation>无法解压：%1</translation>
    </message>
    <message>
        <source>%1 is recognised but not read yet</source>
        <translation>能识别 %1，但尚不能读取</translation>
    </message>
    <message>
        <source>%1 is recognised but not read</source>
        <translation>能识别 %1，但不读取</translation>
    </message>
    <message>
        <source>sources are %1</source>
        <translation>来源有 %1</translation>
    </message>
    <message>
        <source>end it in one of %1</source>
        <translation>扩展名请用以下之一：%1</translation>
    </message>
    <message>
        <source>its columns are %1</source>
        <translation>其列为 %1</translation>
    </message>
    <message>
        <source>%1 is too small</source>
        <translation>%1 过小</translation>
    </message>
    <message>
        <source>%1 is no fraction</source>
        <translation>%1 不是有效的比例</translation>
    </message>
    <message>
        <source>%1 are too many</source>
        <translation>%1 过多</translation>
    </message>
    <message>
        <source>give at least %1</source>
        <translation>请至少给出 %1</translation>
    </message>
    <message>
        <source>%1 is no probability</source>
        <translation>%1 不是概率</translation>
    </message>
    <message>
        <source>%1 is no duplex</source>
        <translation>%1 不是有效的双工程度</translation>
    </message>
    <message>
        <source>%1 is out of range</source>
        <translation>%1 超出范围</translation>
    </message>
    <message>
        <source>give %1 to %2</source>
        <translation>请给出 %1 至 %2</translation>
    </message>
    <message>
        <source>%1 is no load</source>
        <translation>%1 不是有效的负载</translation>
    </message>
    <message>
        <source>%1 is too large</source>
        <translation>%1 过大</translation>
    </message>
    <message>
        <source>&quot;%1&quot; is unknown</source>
        <translation>“%1”未知</translation>
    </message>
    <message>
        <source>%1 is not possible</source>
        <translation>不能为 %1</translation>
    </message>
    <message>
        <source>write it as &quot;%1&quot;</source>
        <translation>请写作“%1”</translation>
    </message>
    <message>
        <source>give at most %1</source>
        <translation>请给出不超过 %1</translation>
    </message>
    <message>
        <source>give %1 or more</source>
        <translation>请给出 %1 或更大的值</translation>
    </message>
</context>
<context>
    <name>RunFacts</name>
    <message>
        <source>unknown</source>
        <translation>未知</translation>
    </message>
    <message>
        <source>%1 of the %2 the job had</source>
        <translation>作业 %2 个中的 %1 个</translation>
    </message>
    <message>
        <source>lasts</source>
        <translation>时长</translation>
    </message>
    <message>
        <source>From the first event of all ranks to the last</source>
        <translation>从所有 rank 的第一个事件到最后一个</translation>
    </message>
    <message>
        <source>ranks</source>
        <translation>rank 数</translation>
    </message>
    <message>
        <source>That have events in what was opened</source>
        <translation>在所打开的内容中有事件的</translation>
    </message>
    <message>
        <source>training step, median</source>
        <translation>训练步，中位数</translation>
    </message>
    <message>
        <source>slices</source>
        <translation>切片</translation>
    </message>
    <message>
        <source>Calls, kernels, copies, waits, annotations: whatever has a beginning and an end</source>
        <translation>调用、内核、拷贝、等待、标注：凡有开始和结束者</translation>
    </message>
    <message>
        <source>tracks</source>
        <translation>轨道</translation>
    </message>
    <message>
        <source>Threads, streams and links that slices stand on</source>
        <translation>切片所在的线程、流和链路</translation>
    </message>
    <message>
        <source>calls of collectives</source>
        <translation>集合通信调用</translation>
    </message>
    <message>
        <source>Each rank&apos;s call counts</source>
        <translation>每个 rank 的调用各计一次</translation>
    </message>
    <message>
        <source>messages</source>
        <translation>消息</translation>
    </message>
    <message>
        <source>Of which sender and receiver are known</source>
        <translation>发送者和接收者已知的</translation>
    </message>
    <message>
        <source>I/O operations</source>
        <translation>I/O 操作</translation>
    </message>
    <message>
        <source>One by one, where the trace has them</source>
        <translation>逐个记录，若跟踪中有</translation>
    </message>
    <message>
        <source>counters</source>
        <translation>计数器</translation>
    </message>
    <message>
        <source>Values over time: power, load, queues</source>
        <translation>随时间变化的值：功率、负载、队列</translation>
    </message>
    <message>
        <source>remarks of the import</source>
        <translation>导入备注</translation>
    </message>
    <message>
        <source>What was doubtful or set aside: see Notes</source>
        <translation>可疑或被搁置的内容：见“备注”</translation>
    </message>
    <message>
        <source>format</source>
        <translation>格式</translation>
    </message>
    <message>
        <source>Decided by content</source>
        <translation>由内容判定</translation>
    </message>
    <message>
        <source>Of %1 steps that the trace marks; each is as long as the mean over the ranks</source>
        <translation>取跟踪标记的 %1 步；每步取各 rank 的均值</translation>
    </message>
</context>
<context>
    <name>weir::ChoicePopup</name>
    <message>
        <source>%1 of %2</source>
        <translation>%1 / %2</translation>
    </message>
    <message>
        <source>%1 of %2 counted</source>
        <translation>计入 %1 / %2</translation>
    </message>
    <message>
        <source>All</source>
        <translation>全选</translation>
    </message>
    <message>
        <source>Check all that are found</source>
        <translation>勾选所有找到的</translation>
    </message>
    <message>
        <source>None</source>
        <translation>全不选</translation>
    </message>
    <message>
        <source>Uncheck all that are found</source>
        <translation>取消勾选所有找到的</translation>
    </message>
</context>
<context>
    <name>CoreWords</name>
    <message>
        <source>%1 x %2</source>
        <translation>%1 次 %2</translation>
    </message>
    <message>
        <source>, </source>
        <translation>、</translation>
    </message>
    <message>
        <source>barrier</source>
        <translation>barrier</translation>
    </message>
    <message>
        <source>collective</source>
        <translation>集合通信</translation>
    </message>
    <message>
        <source>message</source>
        <translation>消息</translation>
    </message>
    <message>
        <source>send</source>
        <translation>发送</translation>
    </message>
    <message>
        <source>send-receive</source>
        <translation>send-receive</translation>
    </message>
    <message>
        <source>unnamed collective</source>
        <translation>未命名的集合通信</translation>
    </message>
</context>
</TS>
