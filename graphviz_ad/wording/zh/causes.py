"""What the debugger says of sums of gradients and of the way in which a sweep ran."""

from __future__ import annotations

__all__ = ["CAUSES"]

CAUSES = {
    # Overwritten, lost
    "overwritten at {name} by the {sign} node {head}": "{name} 的梯度被 {sign} 节点 {head} 覆盖",
    "overwritten at {name} by the {sign} node {head}: the path(|s) {paths:told} (is|are) lost": (
        "{name} 的梯度被 {sign} 节点 {head} 覆盖：路径 {paths} 丢失"
    ),
    "overwritten at {name} by the {sign} node {head}: what {paths:told} gave is lost": (
        "{name} 的梯度被 {sign} 节点 {head} 覆盖：{paths} 的贡献丢失"
    ),
    "overwritten at {name}: each path that arrives replaces the one before, so that only {path} is left": (
        "{name} 的梯度被覆盖：每条到达的路径都取代前一条，最后只剩 {path}"
    ),
    "likewise at {names}": "{names} 也是如此",
    "likewise at {names}: every rule assigns": "{names} 也是如此：所有规则都在赋值",
    "{name} has only what its last consumer {head} gives": "{name} 只有最后一个消费者 {head} 的贡献",
    "{name} has only what its last consumer {head} gives: {paths:told} (are lost|lost)": (
        "{name} 只有最后一个消费者 {head} 的贡献：{paths} 丢失"
    ),
    (
        "the {sign} node {head} uses {name} {count:n} times, but only one of its contributions ({part:n}) "
        "arrives: the other is overwritten"
    ): "{sign} 节点 {head} 用了 {count} 次 {name}，却只有一份贡献（{part}）到达：另一份被覆盖",
    (
        "the rule of the {sign} node {head} overwrites the gradient of {name} in place of adding to it; "
        "nothing is lost here, as it happens to run first"
    ): "{sign} 节点 {head} 的规则覆盖 {name} 的梯度，而不是累加；这里它恰好最先运行，所以没有丢失",
    (
        "the rule of the {sign} node {head} overwrites the gradient of {name} in place of adding to it; "
        "that shows as soon as a second operation uses it"
    ): "{sign} 节点 {head} 的规则覆盖 {name} 的梯度，而不是累加；一旦有第二个运算用到它，错误就会显现",
    # Beginnings
    "the gradient of {name} is {gap:n} too large: it did not begin at 0": (
        "{name} 的梯度多了 {gap}：它没有从 0 开始"
    ),
    "the gradient of {name} is {count:n} times too large: backward ran {runs:n} times without zeroing it": (
        "{name} 的梯度是应有的 {count} 倍：反向传播运行了 {runs} 次，其间没有清零"
    ),
    "every leaf is {count:n} times too large: backward ran {runs:n} times without zeroing": (
        "每个叶子的梯度都是应有的 {count} 倍：反向传播运行了 {runs} 次，其间没有清零"
    ),
    "backward ran {runs:n} times and nothing was cleared in between: each path counts as often as its length tells": (
        "反向传播运行了 {runs} 次，其间什么都没有清零：每条路径被重复计入，次数取决于它的长度"
    ),
    (
        "backward ran {runs:n} times and the gradients of inner nodes were not cleared in between: "
        "each path counts as often as its length tells"
    ): "反向传播运行了 {runs} 次，其间内部节点的梯度没有清零：每条路径被重复计入，次数取决于它的长度",
    "the gradient of every input begins at {start:n}, not at 0": "每个输入的梯度都从 {start} 开始，而不是从 0 开始",
    "the gradient of every node begins at {start:n}, not at 0": "每个节点的梯度都从 {start} 开始，而不是从 0 开始",
    (
        "the gradient of {name} is {gap:n} more than this pass gives{others:maybe}: "
        "gradients of an earlier pass were still there"
    ): "{name} 的梯度比这一次反向传播所得多 {gap}{others}：先前的梯度没有清除",
    ", that of {name} {gap:n}": "，{name} 多 {gap}",
    ", that of {name} {gap:n}, that of {other} {more:n}": "，{name} 多 {gap}，{other} 多 {more}",
    ", that of {name} {gap:n}, that of {other} {more:n}, {count:n} more": (
        "，{name} 多 {gap}，{other} 多 {more}，另有 {count} 个"
    ),
    "the gradient of the output {name} is 0, not 1: it was not seeded": (
        "输出 {name} 的梯度是 0 而不是 1：没有放入种子"
    ),
    "the sweep begins with {start:n} at the output {name}, not with 1": (
        "扫描在输出 {name} 处从 {start} 开始，而不是从 1 开始"
    ),
    "the gradient of the output is 0: {name} was not seeded with 1, so the whole sweep multiplies by 0": (
        "输出的梯度为 0：{name} 没有放入种子 1，于是整个扫描都乘以 0"
    ),
    "every gradient is 0: {name} was not seeded with 1, so the whole sweep multiplies by 0": (
        "所有梯度都为 0：{name} 没有放入种子 1，于是整个扫描都乘以 0"
    ),
    (
        "every gradient is 0: {name} was not seeded with 1, so the whole sweep multiplies by 0, "
        "or the rules ran from the inputs to the output"
    ): "所有梯度都为 0：{name} 没有放入种子 1，于是整个扫描都乘以 0；或者规则是从输入向输出运行的",
    "every gradient is exactly 1, the seed: each visit sets the gradient to 1 in place of passing it on": (
        "所有梯度都恰好等于种子 1：每次访问都把梯度设为 1，而不是往下传"
    ),
    "gradients of all inputs are 0: cleared after backward": "所有输入的梯度都为 0：反向传播之后被清零",
    "gradients of {names:told} are 0: cleared after backward": "{names} 的梯度为 0：反向传播之后被清零",
    # What an operation passes on
    "{name} has operands and the gradient {number:n} but sends nothing: it has no backward rule": (
        "{name} 有操作数，梯度为 {number}，却什么也不传：它没有反向规则"
    ),
    (
        "{name} has operands and the gradient {number:n} but sends nothing, though another {op:n} node does: "
        "its rule never ran"
    ): "{name} 有操作数，梯度为 {number}，却什么也不传，而另一个 {op} 节点会传：它的规则从未运行",
    (
        "the contributions of {name} equal the local derivatives alone: "
        "the upstream gradient {number:n} is not multiplied in"
    ): "{name} 的各份贡献只等于局部导数：没有乘上游梯度 {number}",
    "contribution {edge} equals the local derivative alone: the upstream gradient is not multiplied in": (
        "贡献 {edge} 只等于局部导数：没有乘上游梯度"
    ),
    (
        "contribution {edge} equals the local derivative alone: "
        "the upstream gradient {number:n} is not multiplied in"
    ): "贡献 {edge} 只等于局部导数：没有乘上游梯度 {number}",
    "{edge} gets nothing: {part:n} should arrive": "{edge} 什么也没有得到：应得 {part}",
    "{name} gets nothing, though the path {edge} leads to it ({part:n}): the sweep does not reach it": (
        "{name} 什么也没有得到，尽管路径 {edge} 通向它（{part}）：扫描没有到达它"
    ),
    "{name} passes on {early:told} alone: what came later, {late:told}, goes no further": (
        "{name} 只把 {early} 传下去：后到的 {late} 停在这里"
    ),
    "{name} passed its gradient on when it had {early:told} alone, before {late:told} came": (
        "{name} 在只有 {early} 时就把梯度传了下去，{late} 尚未到达"
    ),
    "{name} ran twice: once with {part:n} alone, before {late:told} came, and again with all of {all:n}": (
        "{name} 运行了两次：第一次只有 {part}，{late} 尚未到达，第二次才是全部的 {all}"
    ),
    "{name} passes on twice its gradient {number:n}: it ran twice": "{name} 把梯度 {number} 传了两遍：它运行了两次",
    "{name} passes on {times:n} times its gradient {number:n}: it ran {runs:n} times": (
        "{name} 把梯度 {number} 传了 {times} 遍：它运行了 {runs} 次"
    ),
    # The order
    "the sweep runs from the inputs to the output: only what {name} uses itself gets a gradient": (
        "扫描从输入向输出运行：只有 {name} 直接用到的节点得到梯度"
    ),
    "the rules ran from the inputs to the output: {name} ran first": "规则从输入向输出运行：{name} 最先运行",
    "{names:told} passed on before all consumers had given: {paths:told} came too late": (
        "{names} 在全部消费者给出贡献之前就往下传了：{paths} 来得太晚"
    ),
    (
        "{names} passed on, each time something came, all that had come so far: "
        "the paths that came first count again"
    ): "{names} 每收到一份贡献，就把至今收到的全部再传一遍：先到的路径被重复计入",
    "{names} ran once a path that leads there, each time with all that had come so far: no order is kept": (
        "{names} 对每条通向它的路径都运行一次，每次都带着至今收到的全部：没有遵守次序"
    ),
    "{name} appears {count:n} times in the order: its rule ran as often": (
        "{name} 在次序中出现 {count} 次：它的规则也运行了这么多次"
    ),
    "{name} appears {count:n} times in the order: its rule ran as often (and {more:n} more nodes)": (
        "{name} 在次序中出现 {count} 次：它的规则也运行了这么多次（另有 {more} 个节点也是如此）"
    ),
    "{name} ran before its consumers {late}: it passed on an incomplete gradient": (
        "{name} 在消费者 {late} 之前运行：它传下去的梯度不完整"
    ),
    "{name} never ran, though paths from the output lead through it": "{name} 从未运行，尽管有从输出来的路径经过它",
    # Lines of a backward pass that was derived by hand
    "line {line:n}, {text}: {why:told}": "第 {line} 行 {text}：{why}",
    "follows from line {line:n}": "由第 {line} 行引起",
    "it is the output: its gradient is 1, where every path begins": "它是输出：梯度为 1，每条路径都由此开始",
    "it uses {name}, which no line gives": "它用到 {name}，但没有哪一行给出它",
    "it uses {name} too early: line {line:n} gives it first": "它过早用到 {name}：第 {line} 行才给出它",
    "it uses {name} too early: line {line:n} still adds to it": "它过早用到 {name}：第 {line} 行还要往里累加",
    "at a kink every number from {low:n} to {high:n} will do": "在折点处，从 {low} 到 {high} 的任何数都可以",
    "it overwrites what line {line:n} gave{lost:maybe}": "它覆盖了第 {line} 行的贡献{lost}",
    ": the path {path} is lost": "：路径 {path} 丢失",
    "write {code}": "请写 {code}",
    "the path {path} ({part:n}) is lost": "路径 {path}（{part}）丢失",
    "the path {path} ({part}) is lost": "路径 {path}（{part}）丢失",
    "nothing arrives on its only path": "它唯一的路径上什么也没有到达",
    "the path {path} ({part}) is counted twice": "路径 {path}（{part}）被计入两次",
    "the sign of {path} is wrong": "{path} 的符号错误",
    "it is the local derivative alone: the upstream gradient {name} is not multiplied in": (
        "它只是局部导数：没有乘上游梯度 {name}"
    ),
    "it is {name} alone: the local derivative of {path} is not multiplied in": (
        "它只是 {name}：没有乘 {path} 的局部导数"
    ),
    "it has the local derivative of the other operand of {name}: operands swapped": (
        "它用了 {name} 另一个操作数的局部导数：操作数互换"
    ),
    "{path} is {ratio:n} times what it should be": "{path} 是应有的 {ratio} 倍",
    "{path} has one factor {name} too many": "{path} 多乘了一个因子 {name}",
    "{path} lacks a factor {name}": "{path} 少乘了一个因子 {name}",
    "it is {given:n}, should be {right:n}": "它是 {given}，应为 {right}",
    "at one point it is {given:n}, should be {right:n}": "在某一点它是 {given}，应为 {right}",
    "no values are given: the lines are compared at {count:n} point(|s)": "没有给出数值：各行在 {count} 个点上比较",
    "not judged: line(|s) {numbers}, whose gradient is no finite number": (
        "未作判断：第 {numbers} 行，其梯度不是有限数"
    ),
    "{message:told} (seen at {point})": "{message}（见于 {point}）",
}
