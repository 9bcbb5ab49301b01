"""What the debugger says of single numbers: values, local derivatives, rules, and what they look like."""

from __future__ import annotations

__all__ = ["NUMBERS"]

NUMBERS = {
    # Values
    "{name} is {right:n} among the inputs and {given:n} at its node": (
        "{name} 在输入中是 {right}，在它的节点上是 {given}"
    ),
    "the value of {name} is {given:n}, but {formula} = {right:n}": "{name} 的值是 {given}，但 {formula} = {right}",
    "the value of {name} is {given:n}, but {formula} = {right:n}: it was changed after it was computed": (
        "{name} 的值是 {given}，但 {formula} = {right}：它在算出之后被改动"
    ),
    "the value of {name} is {given:n}, but {formula} = {right:n}: it is cut to a whole number": (
        "{name} 的值是 {given}，但 {formula} = {right}：它被截断为整数"
    ),
    "with its operands in the other order it is {number:n}": "操作数次序颠倒时是 {number}",
    "it is the value of {op}": "这是 {op} 的值",
    "{name} is {now:n} now, but was {before:n} when {heads} used it: it was changed after that": (
        "{name} 现在是 {now}，但 {heads} 用到它时是 {before}：它在那之后被改动"
    ),
    (
        "{name} was changed after the forward pass, as a training step does: "
        "it was {before:n}, is {now:n} now"
    ): "{name} 在前向传播之后被改动，训练的更新步就会这样：它原来是 {before}，现在是 {now}",
    (
        "{names:told} were changed after the forward pass, as a training step does: "
        "{name} was {before:n}, it is {now:n} now"
    ): "{names} 在前向传播之后被改动，训练的更新步就会这样：{name} 原来是 {before}，现在是 {now}",
    "the value of {name} is {given:n}, should be {right:n}": "{name} 的值是 {given}，应为 {right}",
    "the gradient of {name} is {given:n}, should be {right:n}": "{name} 的梯度是 {given}，应为 {right}",
    "{count:n} more values are wrong in the same way": "另有 {count} 个值以同样方式出错",
    "{count:n} more gradients are wrong in the same way": "另有 {count} 个梯度以同样方式出错",
    "the gradient of {name} is {given:n}; its consumers give {right:n}": (
        "{name} 的梯度是 {given}；它的消费者给出 {right}"
    ),
    "the gradient of {name} is {given:n}; its consumers give {right:n} ({paths:told})": (
        "{name} 的梯度是 {given}；它的消费者给出 {right}（{paths}）"
    ),
    (
        "numbers are given with {digits:n} digits: {name:told} = {given:n} is {true:n} ({count:n} of {all:n})"
    ): "数值只给出 {digits} 位：{name} = {given}，准确值为 {true}（{all} 个中有 {count} 个如此）",
    "the gradient of {name}": "{name} 的梯度",
    # Structure
    "{name}: {op} has {count:n} operands, it takes {wanted:told}": (
        "{name}：{op} 有 {count} 个操作数，它应有 {wanted} 个"
    ),
    "{least:n} to {most:n}": "{least} 至 {most}",
    "{name}: {op} is not in the table; what it states is taken as it is": (
        "{name}：{op} 不在运算表中；对它的陈述照单全收"
    ),
    "{name} has operands but no backward rule: it sends them nothing": (
        "{name} 有操作数却没有反向规则：它什么也不传给它们"
    ),
    "{name} is called {stated}, but its value {number:n} is that of {op:n}; {other} would be {right:n}": (
        "{name} 标为 {stated}，但它的值 {number} 是 {op} 的值；{other} 的值应为 {right}"
    ),
    "no path leads from the output to {name}: its gradient is 0": "没有路径从输出通向 {name}：它的梯度为 0",
    "the constant {name} has a gradient, {number:n}; nothing uses it": "常数 {name} 有梯度 {number}；它没有用处",
    # Local derivatives
    "the local derivatives of {name} are exchanged: each operand has that of the other": (
        "{name} 的局部导数互换：每个操作数得到的是另一个的"
    ),
    "the local derivatives of {name} are exchanged between its operands": "{name} 的局部导数在操作数之间互换",
    "local derivatives of {name} are those of {other}, not of {op}": "{name} 的局部导数是 {other} 的，不是 {op} 的",
    "{name} passes its gradient on by the rule of {other}, not of {op}": (
        "{name} 按 {other} 的规则传梯度，而不是按 {op} 的"
    ),
    "the local derivative of {head} by {tail} is {given:n}, should be {right:n}": (
        "{head} 关于 {tail} 的局部导数是 {given}，应为 {right}"
    ),
    "the local derivative of {head} by {tail} is {given:n}, should be {right:n}: it is {like:told}": (
        "{head} 关于 {tail} 的局部导数是 {given}，应为 {right}：它是{like}"
    ),
    (
        "the local derivative of {head} by {tail} is {given:n}, should be {right:n}: "
        "it is that of {like:told}, the operation is {op}"
    ): "{head} 关于 {tail} 的局部导数是 {given}，应为 {right}：它是 {like} 的局部导数，而运算是 {op}",
    (
        "the local derivative of {head} by {tail} is {given:n} at a kink, "
        "where every number from {low:n} to {high:n} will do"
    ): "{head} 关于 {tail} 的局部导数在折点处是 {given}，而从 {low} 到 {high} 的数才可以",
    (
        "{name}: both operands of {op} are {value:n}, and their local derivatives {first:n} and {second:n} "
        "add up to {total:n}, not to 1"
    ): "{name}：{op} 的两个操作数都是 {value}，它们的局部导数 {first} 与 {second} 之和是 {total}，而不是 1",
    "{edge} gets nothing: its local derivative is 0, should be {right:n}": (
        "{edge} 什么也没有得到：它的局部导数是 0，应为 {right}"
    ),
    "{edge} gets nothing: its local derivative is 0, should be {right:n} ({like:told})": (
        "{edge} 什么也没有得到：它的局部导数是 0，应为 {right}（{like}）"
    ),
    "{edge} gives {came:n}, should be {right:n}": "{edge} 给出 {came}，应为 {right}",
    (
        "{edge} gives {came:n}, should be {right:n}: that is the upstream gradient {upstream:n} "
        "times {given:n}, not {true:n}"
    ): "{edge} 给出 {came}，应为 {right}：那是上游梯度 {upstream} 乘以 {given}，而不是乘以 {true}",
    "{number:n} is the local derivative of {like:told}, not of {op:n}": "{number} 是 {like} 的局部导数，不是 {op} 的",
    "{number:n} is {like:told}": "{number} 是{like}",
    (
        "{edge} gives {gap:n} too much: that is the contribution of {head} to the constant {text}, "
        "which needs none"
    ): "{edge} 多给了 {gap}：那是 {head} 给常数 {text} 的贡献，而常数不需要梯度",
    (
        "{edge} gives {came:n}, which is the upstream gradient {upstream:n} times {given:n}; "
        "the local derivative is {true:n}"
    ): "{edge} 给出 {came}，即上游梯度 {upstream} 乘以 {given}；局部导数是 {true}",
    "in the contribution {edge} the upstream gradient is divided by": "在贡献 {edge} 中，上游梯度被当作除数",
    "in the contribution {edge} the upstream gradient is multiplied in twice": "在贡献 {edge} 中，上游梯度乘了两次",
    "in the contribution {edge} the upstream gradient is multiplied in three times": (
        "在贡献 {edge} 中，上游梯度乘了三次"
    ),
    "in the contribution {edge} the upstream gradient {number:n} is divided by": (
        "在贡献 {edge} 中，上游梯度 {number} 被当作除数"
    ),
    "in the contribution {edge} the upstream gradient {number:n} is multiplied in twice": (
        "在贡献 {edge} 中，上游梯度 {number} 乘了两次"
    ),
    "in the contribution {edge} the upstream gradient {number:n} is multiplied in three times": (
        "在贡献 {edge} 中，上游梯度 {number} 乘了三次"
    ),
    (
        "contribution {edge} is not the upstream gradient times a local derivative: "
        "{one:n} for an upstream gradient 1, but {other:n} for {number:n}"
    ): "贡献 {edge} 不是上游梯度乘以局部导数：上游梯度为 1 时是 {one}，为 {number} 时却是 {other}",
    (
        "contribution {edge} is not the upstream gradient {upstream:n} times a local derivative: "
        "{one:n} for an upstream gradient 1, but {other:n} for {number:n}"
    ): "贡献 {edge} 不是上游梯度 {upstream} 乘以局部导数：上游梯度为 1 时是 {one}，为 {number} 时却是 {other}",
    "{message:told} (which shows nowhere here, since it is 1)": "{message}（它在这里为 1，所以看不出来）",
    "{edge}: the upstream gradient {upstream:n} times the local derivative {local:n} is {part:n}": (
        "{edge}：上游梯度 {upstream} 乘以局部导数 {local} 得 {part}"
    ),
    "the gradient of {name} is {number:n}: it all but vanishes on the way": "{name} 的梯度是 {number}：途中几乎消失",
    "the gradient of {name} is {number:n}: it explodes on the way": "{name} 的梯度是 {number}：途中爆炸",
    # What a wrong local derivative looks like
    "the true one with the other sign": "正确值的相反数",
    "the rule with 0, a fresh gradient, in place of the operand's value": (
        "规则在操作数的值的位置用了 0，即尚未更新的梯度"
    ),
    "{factor} times the true one": "正确值的 {factor} 倍",
    "the true one times {factor:told}": "正确值乘以{factor}",
    "the true one times −{factor:told}": "正确值乘以负的{factor}",
    "the true one divided by {factor:told}": "正确值除以{factor}",
    "the true one divided by −{factor:told}": "正确值除以负的{factor}",
    "the true one cut to a whole number": "正确值截断成的整数",
    "the node's value": "节点的值",
    "1/the node's value": "节点的值的倒数",
    "the result": "结果",
    "1/the result": "结果的倒数",
    "the operand": "操作数",
    "1/the operand": "操作数的倒数",
    "the operand {name}": "操作数 {name}",
    "1/the operand {name}": "操作数 {name} 的倒数",
    "the local derivative by {name}": "关于 {name} 的局部导数",
    "that of {op} with its operands exchanged": "{op} 的操作数互换后的局部导数",
    "{wrong:told} ({number:n}) where the rule has {right}": "{wrong}（{number}），而规则中是 {right}",
    "{wrong} where the rule has {right}": " {wrong}，而规则中是 {right}",
    "{one:n} or {other:n}": "{one} 或 {other}",
    "{one:n}, {two:n} or {other:n}": "{one}、{two} 或 {other}",
    "{one:n} or {two:n} or {other:n}": "{one}、{two} 或 {other}",
    # One rule at all its nodes
    "the rule of {op} {told:told}, at its one node": "{op} 的规则{told}，在它唯一的节点上",
    "the rule of {op} {told:told}, at all {count:n} of its nodes": "{op} 的规则{told}，在它的全部 {count} 个节点上",
    "the rule of {op} {told:told}, at its one node (here it is {number:n})": (
        "{op} 的规则{told}，在它唯一的节点上（这里它是 {number}）"
    ),
    "the rule of {op} {told:told}, at all {count:n} of its nodes (here it is {number:n})": (
        "{op} 的规则{told}，在它的全部 {count} 个节点上（这里它是 {number}）"
    ),
    "leaves the upstream gradient out": "漏掉了上游梯度",
    "sends nothing": "什么也不传",
    "has the wrong sign": "符号错误",
    "is 2 times too large": "大了一倍",
    "is half of what it should be": "只有应有的一半",
    "uses {wrong} where {right} belongs": "在应为 {right} 处用了 {wrong}",
    "{count:n} more nodes have the same wrong rule": "另有 {count} 个节点有同样的错误规则",
}
