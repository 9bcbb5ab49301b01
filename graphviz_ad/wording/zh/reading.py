"""What is assumed or amiss when somebody's graph is read, from text or from live objects."""

from __future__ import annotations

__all__ = ["READING"]

READING = {
    # Where something stands
    "{message:told} (at {where})": "{message}（位于 {where}）",
    "{message:told} (and so at {count:n} more nodes)": "{message}（另有 {count} 个节点也是如此）",
    "{message:told} (and {count:n} more)": "{message}（另有 {count} 个）",
    # The structure
    "two nodes have the id {name}": "两个节点的 id 都是 {name}",
    "give one of them another id: an operand has to name one node": "给其中一个换一个 id：操作数必须指明唯一的节点",
    "there is no node {name}": "没有节点 {name}",
    "write the node, or declare an input of that name": "写出这个节点，或声明一个同名的输入",
    "a cycle: {names}": "环：{names}",
    "{name} is its own operand": "{name} 是自己的操作数",
    "no value on it can be computed first: take away one of these operands": "环上没有哪个值能先算出：请去掉其中一个操作数",
    "the graph has no output": "图没有输出",
    "name the node that is to be differentiated": "请指明要求导的节点",
    "nothing uses {names}": "没有谁用到 {names}",
    "the output {name} is not among the outputs": "输出 {name} 不在输出之列",
    "name it there too, or take it away": "请在那里也写上它，或把它去掉",
    "{name} uses the output {output}": "{name} 用到了输出 {output}",
    "an output is an end: use what it shows": "输出是终点：请用它所指的节点",
    "no output is named: {name}, which nothing uses, is taken for it": "没有指明输出：取没有谁用到的 {name} 为输出",
    "unknown operation {name}": "未知的运算 {name}",
    "{op} has {count:n} operand(|s)": "{op} 有 {count} 个操作数",
    "{op} has no operands": "{op} 没有操作数",
    "{about}: it takes {count:n} operand(|s)": "{about}：它应有 {count} 个操作数",
    "a node with {count:n} operand(|s) has no operation": "有 {count} 个操作数的节点没有运算",
    "give it one, such as add": "请给它一个运算，例如 add",
    "without operands it is an input": "没有操作数的是输入",
    # Numbers
    "{name} has {count:n} operands and {told:n} local derivatives": "{name} 有 {count} 个操作数，却有 {told} 个局部导数",
    "local has an entry for every operand, null where nothing is stated": "local 中每个操作数占一项，没有陈述的写 null",
    "grads has {name}, which is no node": "grads 中的 {name} 不是节点",
    "the value of {name} is {text}, which is no number": "{name} 的值是 {text}，不是数",
    "the gradient of {name} is {text}, which is no number": "{name} 的梯度是 {text}，不是数",
    "the local derivative {slot:n} of {name} is {text}, which is no number": (
        "{name} 的第 {slot} 个局部导数是 {text}，不是数"
    ),
    "the local derivative {slot:n} of {name} is {text}, which is no number: {why}": (
        "{name} 的第 {slot} 个局部导数是 {text}，不是数：{why}"
    ),
    "grads is {text}, which is no number": "grads 是 {text}，不是数",
    'numbers are 2.5 or "nan", "inf", "-inf"': '数写作 2.5，或 "nan"、"inf"、"-inf"',
    "leave out what is not stated": "没有陈述的略去不写",
    "labels of edges that state no number: {labels:told}": "没有陈述数值的边标签：{labels}",
    "a local derivative is a number or a formula in the names of nodes": "局部导数是一个数，或由节点名组成的公式",
    "formulas that are not checked: {formulas:told}": "没有核对的公式：{formulas}",
    "{names:told} (has|have) no value": "{names} 没有值",
    "give the inputs values": "请给输入赋值",
    "{op} is no operation of the table: the local derivatives of {name} are taken as they are": (
        "{op} 不是表中的运算：{name} 的局部导数照原样采用"
    ),
    "{op} is no operation of the table: the local derivatives of {name} and {count:n} more are taken as they are": (
        "{op} 不是表中的运算：{name} 等（另有 {count} 个）的局部导数照原样采用"
    ),
    "adviz ops lists the operations that are checked": "adviz ops 列出会核对的运算",
    "{names}: the value that was given counts, not that of the source": "{names}：以给出的值为准，而不是源文件中的值",
    # Which way edges run
    "edges run from operand to operation: nothing tells, and so it was assumed": "边从操作数指向运算：没有依据，只是假定",
    "edges run from operand to operation: so {count:n} of {all:n} operations have the operands that they take": (
        "边从操作数指向运算：这样 {all} 个运算中有 {count} 个的操作数个数相符"
    ),
    "edges run from consumer to operand: so {count:n} of {all:n} operations have the operands that they take": (
        "边从消费者指向操作数：这样 {all} 个运算中有 {count} 个的操作数个数相符"
    ),
    "say it otherwise with --edges backward": "若非如此，请用 --edges backward 指明",
    "say it otherwise with --edges forward": "若非如此，请用 --edges forward 指明",
    "the operands of {name} are in the order of the file, which need not be theirs": (
        "{name} 的操作数按文件中的次序，未必是其本来的次序"
    ),
    "the operands of {name} and {count:n} more are in the order of the file, which need not be theirs": (
        "{name} 等（另有 {count} 个）的操作数按文件中的次序，未必是其本来的次序"
    ),
    "give every edge a slot: 0, 1, ...": "请给每条边一个 slot：0, 1, ...",
    "boxes with data and grad are values, circles operations": "带 data 和 grad 的方框是值，圆圈是运算",
    "the picture draws an operand once that {name} uses twice": "{name} 用到两次的操作数在图中只画了一次",
    "the order of the operands of {name} follows from its value: the picture keeps none": (
        "{name} 的操作数次序由它的值推出：图中没有记录"
    ),
    # Live objects
    "a value is {kind:told}, not a number": "有一个值是{kind}，不是数",
    "a gradient is {kind:told}, not a number": "有一个梯度是{kind}，不是数",
    "a local derivative is {kind:told}, not a number": "有一个局部导数是{kind}，不是数",
    "an input is {kind:told}, at a node of class {name}": "有一个输入是{kind}，位于类 {name} 的节点",
    "{count:n} local derivatives for {inputs:n} inputs, at a node of class {name}": (
        "{inputs} 个输入却有 {count} 个局部导数，位于类 {name} 的节点"
    ),
    "a list": "列表",
    "a text": "文本",
    "an object": "对象",
    "a number": "数",
    "true or false": "真假值",
    "null": "空值",
    "nothing that could be read": "无法读取的东西",
    "the text {text}": "文本 {text}",
    "a {name:n} of {count:n}": "含 {count} 项的 {name}",
    "an array of {shape} numbers": "{shape} 个数的数组",
    "an object of class {name}": "类 {name} 的对象",
    "only computations with single numbers are checked": "只核对单个数之间的计算",
    "run the backward pass before, so that gradients can be checked too": "请先运行反向传播，这样也能核对梯度",
    "no backward pass has run: gradients are not checked": "没有运行过反向传播：不核对梯度",
    "no backward pass had run: {name}() was called, and everything put back after it": (
        "没有运行过反向传播：调用了 {name}()，之后一切复原"
    ),
    "every gradient is 0, also after {name}() was called once more": "所有梯度都为 0，再次调用 {name}() 之后仍然如此",
    "gradients are kept on inputs alone: they are compared with sums over paths": "梯度只留在输入上：与对路径的求和比较",
    "{name}() raised {error}": "{name}() 抛出异常 {error}",
    "{name}() did not end: a rule calls itself, so the gradients are not checked": (
        "{name}() 没有结束：有一条规则调用自身，因此不核对梯度"
    ),
    "{name}() recurses too deeply for this graph of {count:n} nodes; Python's limit is {limit:n}": (
        "对这个有 {count} 个节点的图，{name}() 递归过深；Python 的上限是 {limit}"
    ),
    "visit the nodes with a list as stack in place of recursion": "用列表作栈来访问节点，而不要用递归",
    "the rest is checked without it": "其余部分不靠它核对",
    "{count:n} node(|s) recorded no operation: inferred from values and local derivatives": (
        "{count} 个节点没有记录运算：由值和局部导数推断"
    ),
    "the operation may be {names:told} at these values; {name} was taken": "在这些值下，运算可能是 {names}；取 {name}",
    "other values tell them apart": "换别的值就能区分",
    "no operation is recorded and none of the table fits clearly: it is taken as it is": (
        "没有记录运算，表中也没有明显相符的：照原样采用"
    ),
    "a number that is not kept, {number:n}, was inferred from the value": "没有保存的数 {number} 由值推断得出",
    "a number that is not kept, {number:n}, was inferred from the value and the local derivative together": (
        "没有保存的数 {number} 由值和局部导数一起推断得出"
    ),
    "the operation was inferred from the value alone: {op} has it, but not the slope": (
        "运算只由值推断：{op} 的值相符，斜率却不符"
    ),
    "inputs are kept in a set, which loses x*x: {count:n} node(|s) (uses|use) one input twice": (
        "输入存放在集合中，会丢失 x*x：{count} 个节点两次用到同一个输入"
    ),
    "{count:n} node(|s) (keeps its|keep their) inputs in the other order than (it uses|they use) them": (
        "{count} 个节点保存输入的次序与使用的次序相反"
    ),
    (
        "the rule of {op} is wrong for its {which:told} operand, which is a constant here: "
        "it sends {given:n} times the gradient, right is {right:n}"
    ): "{op} 的规则对{which}操作数是错的，而它在这里是常数：传的是梯度的 {given} 倍，应为 {right} 倍",
    "first": "第一个",
    "second": "第二个",
    "third": "第三个",
    "{place:n}th": "第 {place} 个",
    "that shows as soon as the operand is no constant": "一旦该操作数不是常数，错误就会显现",
    "the rule could not be asked by itself ({error})": "无法单独运行这条规则（{error}）",
    "its local derivatives are judged by the gradients alone": "它的局部导数只凭梯度判断",
    "what it sends on is not checked": "它传下去的不作核对",
    "the rule raised {error}": "规则抛出异常 {error}",
    "the rule changes a value, which rules after it still need": "规则改动了一个值，而之后的规则还要用到它",
    "the rule uses {name}, which is not among the recorded inputs": "规则用到了 {name}，它不在记录的输入之列",
    "put it among the inputs of the node, so that the backward pass reaches it": (
        "请把它列入节点的输入，使反向传播能到达它"
    ),
    "running the rules printed 1 line, which is not shown": "运行规则时打印了 1 行，这里不显示",
    "running the rules printed {count:n} lines, which are not shown": "运行规则时打印了 {count} 行，这里不显示",
    "two nodes are called {name}: the second is {other} here": "两个节点都叫 {name}：第二个在这里记为 {other}",
    "a cycle of {count:n} nodes: none of them can be computed first": "{count} 个节点构成的环：没有哪个能先算出",
    "a cycle of {count:n} nodes: {kinds}: none of them can be computed first": (
        "{count} 个节点构成的环：{kinds}：没有哪个能先算出"
    ),
    "a node is its own input: {kinds}: none of them can be computed first": "节点是自己的输入：{kinds}：无法先算出",
    "does the attribute hold inputs, not consumers?": "这个属性存放的是输入，而不是消费者吗？",
}
