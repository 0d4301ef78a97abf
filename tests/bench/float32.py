"""The shipped model with its weights as float32: what a browser would hold without the smaller ones."""

from __future__ import annotations

import numpy as np
import onnx
from numpy.typing import NDArray
from onnx import helper, numpy_helper

from builder.model.quantize import FourBit, Int8


def float32(shipped: bytes) -> bytes:
    """The graph of builder/model/graph.py with every small weight restored where it is stored."""
    model = onnx.load_model_from_string(shipped)
    graph = model.graph
    stored = {tensor.name: numpy_helper.to_array(tensor) for tensor in graph.initializer}
    words = FourBit(stored["words.packed"], stored["words.block_scales"], stored["words.row_scales"]).restored()
    positions = Int8(stored["positions.int8"], stored["positions.scales"]).restored()
    for table, first, last in (
        (words, "words.bytes", "words.in_a_row"),
        (positions, "positions.rows", "positions.units"),
    ):
        _gather(graph, table, first, last)
    for node in [node for node in graph.node if node.op_type == "DequantizeLinear"]:
        weights = Int8(stored[node.input[0]], stored[node.input[1]][None, :]).restored()
        graph.initializer.append(numpy_helper.from_array(weights, node.output[0]))
        graph.node.remove(node)
    used = {name for node in graph.node for name in node.input}
    kept = [tensor for tensor in graph.initializer if tensor.name in used]
    del graph.initializer[:]
    graph.initializer.extend(kept)
    onnx.checker.check_model(model, full_check=True)
    written: bytes = model.SerializeToString()
    return written


def _gather(graph: onnx.GraphProto, table: NDArray[np.float32], first: str, last: str) -> None:
    """One Gather of `table` in the place of the nodes from the one that makes `first` to the one that reads `last`."""
    nodes = list(graph.node)
    start = next(at for at, node in enumerate(nodes) if first in node.output)
    end = next(at for at, node in enumerate(nodes) if last in node.input)
    name = f"{first}.float32"
    graph.initializer.append(numpy_helper.from_array(table, name))
    gather = helper.make_node("Gather", [name, nodes[start].input[1]], [nodes[end].output[0]])
    for node in nodes[start : end + 1]:
        graph.node.remove(node)
    graph.node.insert(start, gather)
