/**
 * The Python file around an author's code. Its function `run(input_data)` compiles the code as a function and calls it.
 * Input and output are JSON strings, so that the shared thread that passes them on does not have to parse them.
 */
export const PYTHON_PROGRAM = `import ast, asyncio, datetime, inspect, json, traceback


class Record(dict):
    """A dict whose keys are also attributes, like JavaScript objects in n8n's first Python."""

    def __getattr__(self, name):
        if name not in self:
            raise AttributeError(name)
        return self[name]

    def __setattr__(self, name, value):
        self[name] = value

    def __delattr__(self, name):
        self.pop(name, None)

    def to_py(self, **_options):
        return self

    def object_keys(self):
        return list(self.keys())

    def object_values(self):
        return list(self.values())

    def object_entries(self):
        return [list(pair) for pair in self.items()]


class Listing(list):
    def to_py(self, **_options):
        return self

    @property
    def length(self):
        return len(self)


def opened(value):
    if isinstance(value, dict):
        return Record({key: opened(part) for key, part in value.items()})
    if isinstance(value, list):
        return Listing([opened(part) for part in value])
    return value


class Source:
    def __init__(self, items, present, params):
        self._items, self._present, self.params = items, present, params

    def all(self, *_which):
        return self._items

    def first(self, *_which):
        return self._items[0] if self._items else None

    def last(self, *_which):
        return self._items[-1] if self._items else None

    @property
    def item(self):
        return self._present()

    def itemMatching(self, index):
        return self._items[index]

    @property
    def json(self):
        item = self.item
        return item.json if item else None

    @property
    def parameter(self):
        return self.params


class Nodes:
    def __init__(self, find):
        self._find = find

    def __getitem__(self, name):
        return self._find(name)

    __getattr__ = __getitem__


def written(value):
    if isinstance(value, dict):
        return {str(key): written(part) for key, part in value.items()}
    if isinstance(value, (list, tuple, set, frozenset)):
        return [written(part) for part in value]
    if isinstance(value, (datetime.datetime, datetime.date, datetime.time)):
        return value.isoformat()
    if isinstance(value, float) and (value != value or value in (float("inf"), float("-inf"))):
        return None
    if value is None or isinstance(value, (str, int, float, bool)):
        return value
    raise TypeError(f"Object of type {type(value).__name__} is not JSON serializable")


def author_line(error):
    if isinstance(error, SyntaxError) and error.filename == "author":
        return error.lineno
    lines = [frame.lineno for frame in traceback.extract_tb(error.__traceback__) if frame.filename == "author"]
    return lines[-1] if lines else None


def failed(error):
    text = error.msg if isinstance(error, SyntaxError) else str(error)
    told = {"message": f"{type(error).__name__}: {text}" if text else type(error).__name__}
    line = author_line(error)
    return {"error": {**told, "line": line} if line else told}


def compiled(code, names):
    tree = ast.parse(code, "author")
    waits = any(isinstance(node, (ast.Await, ast.AsyncFor, ast.AsyncWith)) for node in ast.walk(tree))
    make = ast.AsyncFunctionDef if waits else ast.FunctionDef
    nothing = ast.arguments(posonlyargs=[], args=[], kwonlyargs=[], kw_defaults=[], defaults=[])
    fields = {"type_params": []} if "type_params" in make._fields else {}
    author = make(name="author", args=nothing, body=tree.body or [ast.Pass()], decorator_list=[], **fields)
    module = ast.fix_missing_locations(ast.Module(body=[author], type_ignores=[]))
    exec(compile(module, "author", "exec"), names)
    return names["author"]


def run(input_data):
    given = json.loads(input_data["given"])
    items = opened(given["items"])
    each = given["mode"] == "each"
    at = [given["item_index"]]
    static_data = opened(given["static_data"])

    def present():
        place = at[0] if each else min(at[0], len(items) - 1)
        return items[place] if 0 <= place < len(items) else None

    def other(name):
        node = given["nodes"].get(name)
        if node is None:
            raise ValueError(f"Node '{name}' is not in the workflow, or has not been executed")
        paired = node["paired"]
        return Source(opened(node["items"]), lambda: opened(paired[at[0]] if at[0] < len(paired) else None), opened(node["parameters"]))

    info = opened(given["info"])
    utc = datetime.timezone.utc
    names = {
        "_input": Source(items, present, opened({})),
        "_": other,
        "_node": Nodes(other),
        "_items": items,
        "items": items,
        "_getWorkflowStaticData": lambda kind: static_data[kind],
        "_workflow": info.get("workflow") or Record(),
        "_execution": info.get("execution") or Record(),
        "_vars": info.get("vars") or Record(),
        "_prevNode": info.get("prevNode") or Record(),
        "_runIndex": given["run_index"],
        "_query": given["variables"].get("query"),
    }
    names.update(opened(given["variables"]))
    parts = []
    try:
        call = compiled(given["code"], names)
    except Exception as error:
        call, problem = None, error
    for place in range(len(items)) if each else [at[0]]:
        at[0] = place
        item = present()
        names.update({"_item": item, "item": item, "_json": item.json if item else None, "_itemIndex": place})
        names.update({"_binary": (item.get("binary") if item else None) or Record(), "_now": datetime.datetime.now(utc)})
        names["_today"] = names["_now"].replace(hour=0, minute=0, second=0, microsecond=0)
        try:
            if call is None:
                raise problem
            value = call()
            value = asyncio.run(value) if inspect.iscoroutine(value) else value
            parts.append({"value": written(value), "kind": "null" if value is None else "object"})
        except Exception as error:
            parts.append(failed(error))
            if not given["go_on"]:
                break
    return json.dumps({"parts": parts, "static_data": written(static_data)}, ensure_ascii=False)
`;
