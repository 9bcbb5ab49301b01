"""The frame of the debugger's reports: the verdict, what was read, where things are, heads of tables."""

from __future__ import annotations

__all__ = ["REPORTS"]

REPORTS = {
    # The verdict
    "{count:n} error(|s)": "{count} 处错误",
    "{count:n} warning(|s)": "{count} 处警告",
    "{count:n} note(|s)": "{count} 条说明",
    "{count:n} that follow(|s) from (it|them)": "{count} 处由此引起",
    "no fault found": "没有发现问题",
    "no fault found in {count:n} node(|s): {numbers:told} agree(|s)": "{count} 个节点中没有发现问题：{numbers}相符",
    "no fault found in {count:n} node(|s): {numbers:told} agree(|s); {notes:told}": (
        "{count} 个节点中没有发现问题：{numbers}相符；{notes}"
    ),
    "no fault found in {count:n} node(|s), but nothing is stated that could be checked": (
        "{count} 个节点中没有发现问题，但也没有可供核对的陈述"
    ),
    "{count:n} value(|s)": "{count} 个值",
    "{count:n} local derivative(|s)": "{count} 个局部导数",
    "{count:n} gradient(|s)": "{count} 个梯度",
    # What was read
    "read {kind:told}: {numbers:told}": "读入{kind}：{numbers}",
    "read {kind:told}: {numbers:told}, at {values:told}": "读入{kind}：{numbers}，其中 {values}",
    "JSON": " JSON",
    "node-link JSON": " node-link JSON",
    "DOT": " DOT",
    "networkx": " networkx 图",
    "a graph": "图",
    "a graph of adviz": " adviz 的图",
    "program": "程序",
    "backward pass in text": "文本形式的反向传播",
    "live objects": "运行中的对象",
    "live objects of class {name}": "类 {name} 的运行中对象",
    "live objects of class {name} on a tape": "磁带上类 {name} 的运行中对象",
    "a tape of numbered rows": "按行编号的磁带",
    "not judged: values, local derivatives and gradients, since this is no computation yet": (
        "未作判断：值、局部导数和梯度，因为这还不是一个计算"
    ),
    "not judged: what depends on {names:told}, which (has|have) no value": "未作判断：依赖 {names} 的部分，因为它没有值",
    "not judged: gradients, since none is stated": "未作判断：梯度，因为没有陈述任何梯度",
    "no other points were tried: what is stated are numbers, which belong to this point": (
        "没有试别的点：所陈述的是数值，只属于这一点"
    ),
    "no other points were tried: there are no inputs": "没有试别的点：没有输入",
    "tried at {count:n} point(|s) too": "还试了 {count} 个点",
    "tried at {count:n} other point(|s) too": "还试了另外 {count} 个点",
    # Where, what, how many
    "where": "位置",
    "what": "问题",
    "fault": "问题",
    "given": "给出",
    "should be": "应为",
    "operand {operand} of {node}": "{node} 的操作数 {operand}",
    "{operand} of {node}": "{node} 的 {operand}",
    "{label} = {formula}and {count:n} more)": "{label} = {formula}另有 {count} 个)",
    "given {given}": "给出 {given}",
    "should be {right}": "应为 {right}",
    "given {given}, should be {right}": "给出 {given}，应为 {right}",
    "passes on {given}": "传下 {given}",
    "{place}; given {given}, should be {right}": "{place}；给出 {given}，应为 {right}",
    "{place}; passes on {given}, should be {right}": "{place}；传下 {given}，应为 {right}",
    ", should be {right}": "，应为 {right}",
    "{value}, should be {right}": "{value}，应为 {right}",
    "grad {number:n}": "梯度 {number}",
    "grad ≈ {number:n}": "梯度 ≈ {number}",
    "grad {given}, should be {right}": "梯度 {given}，应为 {right}",
    "grad should be {right}": "梯度应为 {right}",
    "{what}, follows from {root:n}": "{what}，由 {root} 引起",
    "{what} (follows from {root:n})": "{what}（由 {root} 引起）",
    "{what} at {place}": "{place} 处的{what}",
    "{one} or {other}": "{one}或{other}",
    "{shown} or {count:n} other(|s)": "{shown}，或另外 {count} 种",
    "or: {others}": "或者：{others}",
    "or: {others} would give the same numbers": "或者：{others}，也会给出同样的数值",
    # Lines of the report
    "error: {what}, at {place}": "错误：{what}，位于 {place}",
    "warning: {what}, at {place}": "警告：{what}，位于 {place}",
    "line {number:n}:": "第 {number} 行：",
    "{number:n}  follows from {root:n}: {what}": "{number}  由 {root} 引起：{what}",
    "{number:n}  follows from {root:n}: {what}, {told:told}": "{number}  由 {root} 引起：{what}，{told}",
    "{number:n}  follows from {root:n}: {what}, at {place}, {told:told}": (
        "{number}  由 {root} 引起：{what}，位于 {place}，{told}"
    ),
    "{count:n} places": "{count} 处",
    "note: at {place}: {message}": "说明：位于 {place}：{message}",
    "and {count:n} more that follow from {root:n}": "另有 {count} 处由 {root} 引起",
    "and {count:n} more, all of them in the JSON document": "另有 {count} 项，全部写在 JSON 文档中",
    "{file}, line {line:n}": "{file}，第 {line} 行",
    "line {line:n}": "第 {line} 行",
    "    ... {count:n} more lines": "    …… 另有 {count} 行",
    "Hint: {hint:told}": "提示：{hint}",
    "Or: {others} would give the same numbers": "或者：{others}，也会给出同样的数值",
}
