"""What stands in pictures, in the tables below them and in the text of paths and sweeps."""

from __future__ import annotations

__all__ = ["PICTURES"]

PICTURES = {
    # What joins and ends sentences
    ": ": "：",
    "; ": "；",
    ". ": "。",
    # The program and its values
    " at {given}": "，其中 {given}",
    "at {given}": "其中 {given}",
    "… {count:n} more": "… 另有 {count} 个",
    "… {count:n} more …": "… 另有 {count} 步 …",
    "… {count:n} more lines": "… 另有 {count} 行",
    "{names}, … {count:n} more": "{names}，… 另有 {count} 个",
    "constant {value}": "常数 {value}",
    "{edge} (not selected)": "{edge}（未被选中）",
    "{edge}: no gradient passes": "{edge}：没有梯度通过",
    " (1st)": "（第 1 个）",
    " (2nd)": "（第 2 个）",
    " (3rd)": "（第 3 个）",
    " ({place:n}th)": "（第 {place} 个）",
    # Paths and their sums
    "path": "路径",
    "path (output ← input)": "路径（输出 ← 输入）",
    "local derivatives": "局部导数",
    "numbers": "数值",
    "product": "乘积",
    "Path {number:n}": "路径 {number}",
    "Path {number:n}: {output} from {input}: {product}": "路径 {number}：从 {input} 到 {output}：{product}",
    "Paths that are not shown": "未列出的路径",
    "+ {count} more path(|s)": "另外 {count} 条路径",
    "+ {count} more path(|s) from {input}": "从 {input} 出发的另外 {count} 条路径",
    "+ {count} more path(|s) from {input} to {output}": "从 {input} 到 {output} 的另外 {count} 条路径",
    "+ {count} more path(|s) = {rest}": "另外 {count} 条路径 = {rest}",
    "+ {count} more path(|s) ≈ {rest}": "另外 {count} 条路径 ≈ {rest}",
    "0 ({input} is not used in {output})": "0（{output} 中没有用到 {input}）",
    "0 (not used)": "0（未用到）",
    "Jacobian": "雅可比矩阵",
    "Jacobian ({sweeps:told})": "雅可比矩阵（{sweeps}）",
    "{outputs:n} more outputs and {inputs:n} more inputs are not shown": (
        "另有 {outputs} 个输出和 {inputs} 个输入未列出"
    ),
    "{outputs}: no inputs, so there is nothing to differentiate by": "{outputs}：没有输入，因此没有求导的对象",
    "and {count:n} more": "另有 {count} 项",
    "and {count:n} more derivatives": "另有 {count} 个导数",
    # Which nodes are drawn
    "{total:n} nodes: showing the {count:n} within {radius:n} edge(|s) of {name}": (
        "共 {total} 个节点：只画出距 {name} 不超过 {radius} 条边的 {count} 个"
    ),
    "{total:n} nodes: showing the {count:n} on the paths to {names:told}": (
        "共 {total} 个节点：只画出通往 {names} 的路径上的 {count} 个"
    ),
    "{total:n} nodes: showing the {count:n} on the shown paths to {names:told}": (
        "共 {total} 个节点：只画出通往 {names} 的所列路径上的 {count} 个"
    ),
    "{total:n} nodes: showing {count:n} near the findings; --full shows all of them": (
        "共 {total} 个节点：只画出问题附近的 {count} 个；--full 画出全部"
    ),
    "{total:n} nodes: showing {count:n} near the output; --full shows all of them": (
        "共 {total} 个节点：只画出输出附近的 {count} 个；--full 画出全部"
    ),
    "{count:n} node(|s)": "{count} 个节点",
    "{count:n} node(|s) that are not drawn": "{count} 个未画出的节点",
    "nodes that are not drawn": "未画出的节点",
    "{names} and {count:n} more": "{names} 等（另有 {count} 个）",
    # How it was checked
    "checked: {ways:told}": "核对：{ways}",
    "Checked: {ways:told}.": "核对：{ways}。",
    "{ways:told} for the derivative": "对该导数，{ways}",
    "{ways:told} for all {count:n} derivatives": "对全部 {count} 个导数，{ways}",
    "{ways:told} for {count:n} derivative(|s)": "对 {count} 个导数，{ways}",
    "paths = reverse": "路径求和 = 反向扫描",
    "paths = forward": "路径求和 = 前向扫描",
    "reverse = forward": "反向扫描 = 前向扫描",
    "paths = reverse = forward": "路径求和 = 反向扫描 = 前向扫描",
    "the reverse sweep, along one direction,": "反向扫描在一个方向上一致",
    "{count:n} comparison(|s) inconclusive": "{count} 处比较没有定论",
    "difference quotient: {verdict:told}": "差商：{verdict}",
    "agrees": "一致",
    "inconclusive": "没有定论",
    "disagrees": "不一致",
    "{count:n} agree": "{count} 个一致",
    "{count:n} inconclusive": "{count} 个没有定论",
    "{count:n} disagree": "{count} 个不一致",
    # Sweeps
    "{forward:n} forward sweep(|s) or {reverse:n} reverse sweep(|s): either costs the same": (
        "{forward} 次前向扫描或 {reverse} 次反向扫描：代价相同"
    ),
    "{forward:n} forward sweep(|s) or {reverse:n} reverse sweep(|s): forward is cheaper": (
        "{forward} 次前向扫描或 {reverse} 次反向扫描：前向更省"
    ),
    "{forward:n} forward sweep(|s) or {reverse:n} reverse sweep(|s): reverse is cheaper": (
        "{forward} 次前向扫描或 {reverse} 次反向扫描：反向更省"
    ),
    "forward sweep from {start}": "从 {start} 开始的前向扫描",
    "reverse sweep from {start}": "从 {start} 开始的反向扫描",
    "forward sweep from {start}: {results}": "从 {start} 开始的前向扫描：{results}",
    "reverse sweep from {start}: {results}": "从 {start} 开始的反向扫描：{results}",
    "{name} = sum of {count:n} = {total:n}": "{name} = {count} 项之和 = {total}",
    "{name} = sum of {count:n} ≈ {total:n}": "{name} = {count} 项之和 ≈ {total}",
    "{edge}; the sweep carries {number}": "{edge}；扫描带着 {number}",
    "J·seed": "J·种子",
    "seed·J": "种子·J",
    "→ seed·J": "→ 种子·J",
    "↓ seed·J": "↓ 种子·J",
    "→ J·seed": "→ J·种子",
    "↓ J·seed": "↓ J·种子",
    "visit": "次序",
    "visit {number:n}": "第 {number} 个访问",
    "node": "节点",
    "tangent": "切线值",
    "adjoint": "伴随值",
    "... and {count:n} more sweep(|s); --seed NAME shows one": "…… 另有 {count} 次扫描；--seed NAME 单独显示一次",
    # Programs with their backward passes
    "forward": "前向",
    "backward": "反向",
    "backward again": "再次反向",
    "backward, order {order:n}": "反向，{order} 阶",
    "seed": "种子",
    "{derivative} = 1, with which the backward pass begins": "{derivative} = 1，反向传播由此开始",
    "there is no variable, and nothing to differentiate by": "没有变量，因此没有求导的对象",
    # The tape
    "output": "输出",
    "operation": "运算",
    "inputs": "输入",
    "value": "值",
    "keeps": "保留",
    "its result": "自身结果",
    "its result = {number}": "自身结果 = {number}",
    "its result ≈ {number}": "自身结果 ≈ {number}",
    "nothing": "无",
}
