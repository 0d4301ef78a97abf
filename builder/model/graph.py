"""The ONNX graph optimum exports, turned into the one that ships.

    input_ids ------+--> 4-bit word rows --+
    (batch, tokens) +--> int8 positions ---+--> six layers --> token_embeddings
                                                (int8 weights)        |
    attention_mask --------------------------> mean over the mask ----+
                                                     |
                                               L2 norm = 1 --> sentence_embedding

Standard operators only, so that any ONNX runtime can run it: no contrib operators, no
fused kernels. The tables are gathered first and restored after, a row for each token;
the other way round would restore 30,522 rows to use sixteen.
"""

from collections.abc import Iterable

import numpy as np
import onnx
from numpy.typing import NDArray
from onnx import TensorProto, helper, numpy_helper

from builder.model.errors import ModelError
from builder.model.quantize import BLOCK, FourBit, Int8, four_bit, int8

WORDS = "embeddings.word_embeddings.weight"
POSITIONS = "embeddings.position_embeddings.weight"
TOKEN_TYPES = "embeddings.token_type_embeddings.weight"
HIDDEN = "last_hidden_state"


def shipped(exported: onnx.ModelProto) -> onnx.ModelProto:
    """The exported feature extractor with smaller weights and with pooling folded in."""
    model = onnx.ModelProto()
    model.CopyFrom(exported)
    graph = model.graph
    _drop_token_types(graph)
    _pool(graph)
    for node in list(graph.node):
        if node.op_type == "MatMul" and node.input[1] in _initializers(graph):
            _shrink_matrix(graph, node)
    _shrink_words(graph)
    _shrink_positions(graph)
    _tidy(model)
    onnx.checker.check_model(model, full_check=True)
    return model


def _drop_token_types(graph: onnx.GraphProto) -> None:
    """A single text has token type 0 throughout: a constant, added to every position."""
    weights = _initializers(graph)
    types = numpy_helper.to_array(weights[TOKEN_TYPES])
    positions = numpy_helper.to_array(weights[POSITIONS]) + types[0]
    weights[POSITIONS].CopyFrom(numpy_helper.from_array(positions, POSITIONS))

    gather = _reader(graph, TOKEN_TYPES)
    add = _reader(graph, gather.output[0])
    (other,) = (name for name in add.input if name != gather.output[0])
    _redirect(graph, add.output[0], other)
    for node in (gather, add):
        graph.node.remove(node)
    graph.initializer.remove(weights[TOKEN_TYPES])
    graph.input.remove(next(i for i in graph.input if i.name == "token_type_ids"))


def _pool(graph: onnx.GraphProto) -> None:
    """Mean of the token vectors under the mask, to length one; both become outputs."""
    _redirect(graph, HIDDEN, "token_embeddings")
    producer = next(node for node in graph.node if HIDDEN in node.output)
    producer.output[list(producer.output).index(HIDDEN)] = "token_embeddings"
    _weight(graph, "pool.token_axis", np.array([1], np.int64))
    _weight(graph, "pool.smallest", np.array(1e-12, np.float32))
    graph.node.extend(
        [
            _node("Cast", "attention_mask", to="pool.mask", type=TensorProto.FLOAT),
            _node("Unsqueeze", "pool.mask", "pool.token_axis", to="pool.row"),
            # A product and not ReduceSum, which adds up a batch of one in another order.
            _node("MatMul", "pool.row", "token_embeddings", to="pool.sums"),
            _node("Squeeze", "pool.sums", "pool.token_axis", to="pool.sum"),
            # Dividing by the number of tokens is left out: the norm undoes it.
            _node("ReduceL2", "pool.sum", "pool.token_axis", to="pool.norm", keepdims=1),
            _node("Max", "pool.norm", "pool.smallest", to="pool.divisor"),
            _node("Div", "pool.sum", "pool.divisor", to="sentence_embedding"),
        ]
    )
    del graph.output[:]
    shapes = {
        "sentence_embedding": ["batch_size", 384],
        "token_embeddings": ["batch_size", "sequence_length", 384],
    }
    graph.output.extend(helper.make_tensor_value_info(name, TensorProto.FLOAT, shape) for name, shape in shapes.items())


def _shrink_matrix(graph: onnx.GraphProto, matmul: onnx.NodeProto) -> None:
    """(in, out) weights to int8 with one scale for each of `out`."""
    name = matmul.input[1]
    weights = _take(graph, name)
    small: Int8 = int8(weights, axis=1)
    _weight(graph, f"{name}.int8", small.values)
    _weight(graph, f"{name}.scale", small.scales[0])
    restore = _node("DequantizeLinear", f"{name}.int8", f"{name}.scale", to=f"{name}.restored", axis=1)
    graph.node.insert(list(graph.node).index(matmul), restore)
    matmul.input[1] = f"{name}.restored"


def _shrink_words(graph: onnx.GraphProto) -> None:
    gather = _reader(graph, WORDS)
    ids = gather.input[1]
    small: FourBit = four_bit(_take(graph, WORDS))
    blocks = small.block_scales.shape[1]
    _weight(graph, "words.packed", small.packed)
    _weight(graph, "words.block_scales", small.block_scales)
    _weight(graph, "words.row_scales", small.row_scales)
    _weight(graph, "words.low_bits", np.array(15, np.uint8))
    _weight(graph, "words.four", np.array(4, np.uint8))
    _weight(graph, "words.eight", np.array(8, np.float32))
    _weight(graph, "words.last_axis", np.array([3], np.int64))
    _weight(graph, "words.in_blocks", np.array([0, 0, blocks, BLOCK], np.int64))
    _weight(graph, "words.in_a_row", np.array([0, 0, blocks * BLOCK], np.int64))
    float32 = TensorProto.FLOAT
    nodes = [
        _node("Gather", "words.packed", ids, to="words.bytes"),
        _node("BitwiseAnd", "words.bytes", "words.low_bits", to="words.low"),
        _node("BitShift", "words.bytes", "words.four", to="words.high", direction="RIGHT"),
        _node("Concat", "words.low", "words.high", to="words.bits", axis=-1),
        _node("Cast", "words.bits", to="words.unsigned", type=float32),
        _node("Sub", "words.unsigned", "words.eight", to="words.levels"),
        _node("Reshape", "words.levels", "words.in_blocks", to="words.blocks"),
        _node("Gather", "words.block_scales", ids, to="words.multiples"),
        _node("Cast", "words.multiples", to="words.factors", type=float32),
        _node("Gather", "words.row_scales", ids, to="words.units"),
        _node("Mul", "words.factors", "words.units", to="words.scales"),
        _node("Unsqueeze", "words.scales", "words.last_axis", to="words.columns"),
        _node("Mul", "words.blocks", "words.columns", to="words.restored"),
        _node("Reshape", "words.restored", "words.in_a_row", to=gather.output[0]),
    ]
    _replace(graph, gather, nodes)


def _shrink_positions(graph: onnx.GraphProto) -> None:
    gather = _reader(graph, POSITIONS)
    at = gather.input[1]
    small: Int8 = int8(_take(graph, POSITIONS), axis=0)
    _weight(graph, "positions.int8", small.values)
    _weight(graph, "positions.scales", small.scales)
    nodes = [
        _node("Gather", "positions.int8", at, to="positions.rows"),
        _node("Cast", "positions.rows", to="positions.floats", type=TensorProto.FLOAT),
        _node("Gather", "positions.scales", at, to="positions.units"),
        _node("Mul", "positions.floats", "positions.units", to=gather.output[0]),
    ]
    _replace(graph, gather, nodes)


def _tidy(model: onnx.ModelProto) -> None:
    """Nothing of the machine that exported it, and no more than is needed."""
    model.doc_string = ""
    model.producer_name, model.producer_version = "strata", ""
    del model.metadata_props[:]
    del model.graph.value_info[:]
    model.graph.name, model.graph.doc_string = "all-MiniLM-L6-v2", ""
    for node in model.graph.node:
        node.doc_string = ""
        del node.metadata_props[:]


def _initializers(graph: onnx.GraphProto) -> dict[str, onnx.TensorProto]:
    return {tensor.name: tensor for tensor in graph.initializer}


def _take(graph: onnx.GraphProto, name: str) -> NDArray[np.float32]:
    """The weights called `name`, which leave the graph."""
    tensor = _initializers(graph)[name]
    weights: NDArray[np.float32] = numpy_helper.to_array(tensor).astype(np.float32)
    graph.initializer.remove(tensor)
    return weights


def _weight(graph: onnx.GraphProto, name: str, values: NDArray[np.generic]) -> None:
    tensor = numpy_helper.from_array(np.ascontiguousarray(values), name)
    graph.initializer.append(tensor)


def _node(operator: str, *inputs: str, to: str, **attributes: object) -> onnx.NodeProto:
    """A node named after its only output. `type` is the target of a Cast."""
    if "type" in attributes:
        attributes["to"] = attributes.pop("type")
    return helper.make_node(operator, list(inputs), [to], name=to, **attributes)


def _reader(graph: onnx.GraphProto, name: str) -> onnx.NodeProto:
    """The one node that reads `name`."""
    readers = [node for node in graph.node if name in node.input]
    if len(readers) != 1:
        raise ModelError(
            f"The exported graph reads {name} in {len(readers)} places and not in one. "
            "The recipe was written for optimum-onnx 0.1.0 and BERT; see "
            "requirements/model.txt for the versions it needs."
        )
    return readers[0]


def _redirect(graph: onnx.GraphProto, old: str, new: str) -> None:
    """Whoever reads `old` reads `new`."""
    for node in graph.node:
        for at, name in enumerate(node.input):
            if name == old:
                node.input[at] = new


def _replace(graph: onnx.GraphProto, old: onnx.NodeProto, nodes: Iterable[onnx.NodeProto]) -> None:
    """`nodes` where `old` stood, so that the list stays in topological order."""
    at = list(graph.node).index(old)
    graph.node.remove(old)
    for offset, node in enumerate(nodes):
        graph.node.insert(at + offset, node)
