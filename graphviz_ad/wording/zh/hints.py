"""What the debugger advises."""

from __future__ import annotations

__all__ = ["HINTS"]

HINTS = {
    "add, do not assign: {code}": "应累加，不应赋值：{code}",
    "{code} in place of {other}": "写 {code}，而不是 {other}",
    "{code} before the sweep": "在扫描之前写 {code}",
    "{code} before backward()": "在 backward() 之前写 {code}",
    "{code} before each backward()": "在每次 backward() 之前写 {code}",
    "set every gradient to 0 before backward(), unless passes are meant to add up": (
        "在 backward() 之前把所有梯度清零，除非本来就要把多次的梯度累加起来"
    ),
    "set every gradient to 0 before each backward()": "在每次 backward() 之前把所有梯度清零",
    "set every gradient to 0 before the sweep": "在扫描之前把所有梯度清零",
    "seed the output alone": "只给输出放入种子",
    "pass the gradient on to the others": "其余节点只把梯度往下传",
    "keep a list of all consumers of {name}, or let each add to {other}": (
        "记下 {name} 的全部消费者，或让每个消费者都累加到 {other}"
    ),
    "keep all consumers of a node, or let each add to its gradient": (
        "记下节点的全部消费者，或让每个消费者都累加到它的梯度"
    ),
    "run each node once, after all its consumers": "每个节点只运行一次，且在它的全部消费者之后",
    "run each node once, after all its consumers: in reverse of an order in which operands come first": (
        "每个节点只运行一次，且在它的全部消费者之后：即按操作数在前的次序倒着运行"
    ),
    "run {name} once, after all its consumers, or pass on only what has just come": (
        "{name} 只运行一次，且在它的全部消费者之后；或者只把刚收到的那一份传下去"
    ),
    "run the rules in reverse: for node in reversed(order)": "倒着运行规则：for node in reversed(order)",
    "collect every node that the output depends on": "把输出所依赖的节点全部收集起来",
    "use the node {name} in {head}, not its value alone": "在 {head} 中用节点 {name} 本身，而不只是它的值",
    "the same rule as at {name}": "与 {name} 处是同一条规则",
    "the same rule as at {name}: {hint:told}": "与 {name} 处是同一条规则：{hint}",
    "compute the values anew after changing an input, then run backward": (
        "改动输入之后先重新计算各个值，再运行反向传播"
    ),
    "follows from {fault} at {place:told}": "由 {place} 处的 {fault} 引起",
    "follows from the findings above": "由以上问题引起",
    "the whole sweep": "整个扫描",
    "give {name} above": "在上文给出 {name}",
    "move it below line {line:n}": "把它移到第 {line} 行之后",
    "should read {code}": "应为 {code}",
    "it is right, given line {line:n}: mend that one first": "若第 {line} 行成立，它就是对的：先改那一行",
    "give values, in the program or with {option} to judge numbers and other branches": (
        "请在程序中或用 {option} 给出数值，以便判断数字和其他分支"
    ),
    "try other values: {option}": "请试别的值：{option}",
    "write x for sqrt(x)**2, or sqrt(x + 1e-12) where x may be 0": (
        "以 x 代替 sqrt(x)**2；x 可能为 0 时写 sqrt(x + 1e-12)"
    ),
    "log1p(x) for log(1 + x)": "以 log1p(x) 代替 log(1 + x)",
    "where(x > 0, ...) needs a safe operand in both branches": "where(x > 0, ...) 的两个分支都须有安全的操作数",
    "keep the denominator away from 0": "使分母远离 0",
    "for a base of 0 the slope is finite only for exponents of at least 1": "底数为 0 时，只有指数不小于 1 斜率才有限",
    "use a stable form: sigmoid, softplus, tanh or expm1, or subtract the maximum first": (
        "改用稳定的形式：sigmoid、softplus、tanh 或 expm1，或先减去最大值"
    ),
    "at (0, 0) there is no slope": "在 (0, 0) 处没有斜率",
    "add a small number under the root": "请在根号下加一个小数",
    "they are {one} for {first}": "关于 {first} 应为 {one}",
    "they are {one} for {first} and {two} for {second}": "关于 {first} 应为 {one}，关于 {second} 应为 {two}",
    "the rule of {op:n}: {one} for {first}": "{op} 的规则：关于 {first} 为 {one}",
    "the rule of {op:n}: {one} for {first} and {two} for {second}": (
        "{op} 的规则：关于 {first} 为 {one}，关于 {second} 为 {two}"
    ),
    "it takes {count:n}: {call}": "它应有 {count} 个：{call}",
    "{one} for {first} and {two} for {second}": "关于 {first} 为 {one}，关于 {second} 为 {two}",
    "{one} for {first}": "关于 {first} 为 {one}",
    "everything is judged at the values before": "一切都按改动之前的值来判断",
    "adviz ops lists all operations": "adviz ops 列出全部运算",
    "write the rule of {op:n}": "请写出 {op} 的规则",
    "call it {op:n}": "请称它为 {op}",
    "give each 1/2, or one of them 1 and the other 0": "各给 1/2，或一个给 1、另一个给 0",
    "give {name} one value": "请给 {name} 一个统一的值",
    "the value should be {number:n}": "值应为 {number}",
    "exchange the operands": "交换操作数",
    "call the operation {op:n}, or make the value {number:n}": "把运算称为 {op}，或把值改为 {number}",
    "do not write to {name} between the forward and the backward pass": "在前向传播与反向传播之间不要改写 {name}",
    "divide with /, not with // or int()": "用 / 作除法，不要用 // 或 int()",
    "did you mean {names:told}?": "是否想写 {names}？",
}
