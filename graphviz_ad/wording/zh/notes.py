"""What is noted of a function at a point: kinks, edges of domains, numbers that are not finite."""

from __future__ import annotations

__all__ = ["NOTES"]

NOTES = {
    "{formula} is flat in {name}: every path through it is 0": "{formula} 关于 {name} 是平的：经过它的路径都为 0",
    "{formula} at {point:told} is not real": "{formula} 在 {point} 处不是实数",
    "{formula} at {point:told} is not a number": "{formula} 在 {point} 处不是数",
    "{formula} at {point:told} is on the edge of its domain: value {value:n}": (
        "{formula} 在 {point} 处位于定义域的边界：值为 {value}"
    ),
    "{formula} at {point:told} is on the edge of its domain: value {value:n}, slope {slope:told} in {name}": (
        "{formula} 在 {point} 处位于定义域的边界：值为 {value}，关于 {name} 的斜率为 {slope}"
    ),
    (
        "{formula} at {point:told} is on the edge of its domain: value {value:n}, slope {slope:told} in "
        "{name}, slope {other_slope:told} in {other}"
    ): (
        "{formula} 在 {point} 处位于定义域的边界：值为 {value}，关于 {name} 的斜率为 {slope}，"
        "关于 {other} 的斜率为 {other_slope}"
    ),
    "{formula} at {point:told} is too large for a 64-bit float": "{formula} 在 {point} 处超出 64 位浮点数的范围",
    "{formula} at {point:told}: the slope in {name} is {slope:told}": (
        "{formula} 在 {point} 处：关于 {name} 的斜率为 {slope}"
    ),
    "not real": "非实数",
    "these constants": "这些常数",
    "{formula} jumps from {before:n} to {after:n} at {point:told}; no slope tells of it": (
        "{formula} 在 {point} 处从 {before} 跳到 {after}；斜率反映不出这一跳变"
    ),
    "{formula} jumps from {before:n} to {after:n} and back at {point:told}; no slope tells of it": (
        "{formula} 在 {point} 处从 {before} 跳到 {after} 又跳回；斜率反映不出这一跳变"
    ),
    "{formula} has a kink at {point:told}: slope {left:n} on the left, {right:n} on the right": (
        "{formula} 在 {point} 处有折点：左侧斜率为 {left}，右侧斜率为 {right}"
    ),
    (
        "{formula} has a kink at {point:told}: slope {left:n} on the left, {right:n} on the right, "
        "{chosen:n} was chosen"
    ): "{formula} 在 {point} 处有折点：左侧斜率为 {left}，右侧斜率为 {right}，这里取 {chosen}",
    "{function} needs {domain}": "{function} 要求 {domain}",
    "x**y is real for x > 0, and for x < 0 where y is whole": "x > 0 时 x**y 为实数，x < 0 时须 y 为整数",
    "at x = 0 it is steep for y < 1": "在 x = 0 处，y < 1 时斜率无界",
    "hypot(x, y) has no slope at (0, 0)": "hypot(x, y) 在 (0, 0) 处没有斜率",
    "log(x, b) needs x > 0, b > 0 and b != 1": "log(x, b) 要求 x > 0、b > 0 且 b != 1",
    "atan2(y, x) is not defined at (0, 0)": "atan2(y, x) 在 (0, 0) 处没有定义",
    "tanh, sigmoid, softplus and expm1 do not overflow: use them where the formula is one of theirs": (
        "tanh、sigmoid、softplus 和 expm1 不会溢出：公式等价时请改用它们"
    ),
    "the gradient is that of the branch that was taken, and is right where it is taken again": (
        "梯度属于所走的分支，只在再次走该分支的地方成立"
    ),
    # Derivatives that could not be compared
    "{derivative:n} is not a number: {origin:told}": "{derivative} 不是数：{origin}",
    (
        "{back:n} comes back to {node:n}, and its slope in {operand} is {slope}: {product} is not a number"
    ): "{back} 传回 {node}，而它关于 {operand} 的斜率为 {slope}：{product} 不是数",
    "{derivative} is not a number here: a value or a slope on the way is none": (
        "{derivative} 在这里不是数：途中有一个值或斜率不是数"
    ),
    "{derivative} is infinite here: there is nothing to compare": "{derivative} 在这里为无穷：没有可比较的",
    "{derivative:told} cannot be compared: a product leaves the range of floats ({ways:told})": (
        "{derivative} 无法比较：有乘积超出浮点数的范围（{ways}）"
    ),
    "paths {value:n}": "路径求和 {value}",
    "reverse {value:n}": "反向 {value}",
    "forward {value:n}": "前向 {value}",
    "the derivative of {output} along one direction": "{output} 沿一个方向的导数",
    "rewrite so that the slope stays finite there, as x*x + y*y for sqrt(x*x + y*y)**2": (
        "请改写，使斜率在该处保持有限，例如以 x*x + y*y 代替 sqrt(x*x + y*y)**2"
    ),
    "scale the values, or rewrite the operation that overflows or underflows": (
        "请缩放数值，或改写上溢或下溢的运算"
    ),
    (
        "{count:n} inputs were checked along one direction: reverse and forward sweep agree on "
        "the derivative of {output} along one direction"
    ): "{count} 个输入沿一个方向一并核对：{output} 沿该方向的导数，反向扫描与前向扫描一致",
    (
        "{count:n} inputs were checked along one direction: reverse and forward sweep agree on "
        "the derivative of {output} along one direction, the difference quotient {verdict:told}"
    ): "{count} 个输入沿一个方向一并核对：{output} 沿该方向的导数，反向扫描与前向扫描一致，差商{verdict}",
    "is inconclusive": "没有定论",
    "the formula of {derivative} gives {number:n} here, but there is no slope": (
        "{derivative} 的公式在这里给出 {number}，但斜率并不存在"
    ),
    "the reverse sweep meets what is not a number on the way": "反向扫描途中遇到了不是数的值",
    # Inputs without a path, formulas that are left out
    "{input} is not used in {output}": "{output} 中没有用到 {input}",
    "its derivative is 0 whatever the values are": "无论取什么值，它的导数都为 0",
    "is {input} meant to be in the program?": "{input} 是否本应出现在程序中？",
    "with other values another branch is taken, which may use it": "取别的值时会走另一分支，那里可能用到它",
    "{count:n} of {all:n} derivatives are 0, since no path leads there: {names:told}": (
        "{all} 个导数中有 {count} 个为 0，因为没有路径通往那里：{names}"
    ),
    "{derivative} has no formula here: it is too long, or not finite everywhere": (
        "{derivative} 在这里不给出公式：公式太长，或并非处处有限"
    ),
    "formulas are not given: the package symengine is not installed": "不给出公式：没有安装 symengine 包",
    "python -m pip install symengine; numbers do not need it": "python -m pip install symengine；数值计算不需要它",
    # How grave it is
    "note": "说明",
    "error": "错误",
    "warning": "警告",
    "note: {message:told}": "说明：{message}",
    "error: {message:told}": "错误：{message}",
    "warning: {message:told}": "警告：{message}",
    "hint: {message:told}": "提示：{message}",
    "note: {count:n} more notes, all of them in the JSON document": "说明：另有 {count} 条，全部写在 JSON 文档中",
}
