/* What compiled rules do most, done in place: reading and writing columns, small numbers, lists that grow and shrink,
   and chance (scripts/compile.py tells mypyc where these stand).

   mypyc calls a function of its own or of Python for each of them. What is not the common case here, such as an index
   from the end, is left to those.
*/
#ifndef SANDTABLE_QUICK_H
#define SANDTABLE_QUICK_H

#include <Python.h>
#include <CPy.h>

/* --- what goes wrong ------------------------------------------------------------------------------------------------

   Whatever leads to one of these is kept apart from what does not. Of a rule it is nearly a third, and the processor has
   to fetch rules anew all the time.
*/
#define SANDTABLE_ERROR __attribute__((cold))

SANDTABLE_ERROR void CPyError_OutOfMemory(void);
SANDTABLE_ERROR void CPy_TypeError(const char *expected, PyObject *value);
SANDTABLE_ERROR void CPy_AddTraceback(const char *filename, const char *funcname, int line, PyObject *globals);
SANDTABLE_ERROR void CPy_TypeErrorTraceback(
    const char *filename, const char *funcname, int line, PyObject *globals, const char *expected, PyObject *value);
SANDTABLE_ERROR void CPy_AttributeError(
    const char *filename, const char *funcname, const char *classname, const char *attrname, int line,
    PyObject *globals);
SANDTABLE_ERROR PyAPI_FUNC(void) PyErr_SetString(PyObject *, const char *);

/* --- numbers --------------------------------------------------------------------------------------------------------

   Python keeps those up to 256 and makes all others anew; a square of a large board is beyond that, and a place with a
   heading far beyond. There is one row of them, which is never given back.
*/
#define SANDTABLE_NUMBERS 16384

extern PyObject **Sandtable_Numbers;
PyObject *Sandtable_NewNumber(Py_ssize_t n);

static inline PyObject *Sandtable_Number(Py_ssize_t n) {
    if (likely((size_t)n < SANDTABLE_NUMBERS && Sandtable_Numbers != NULL)) {
        Py_INCREF(Sandtable_Numbers[n]);
        return Sandtable_Numbers[n];
    }
    return Sandtable_NewNumber(n);
}

/* From here on, in mypyc's own functions as in what it writes. */
#define PyLong_FromLong(n) Sandtable_Number(n)
#define PyLong_FromLongLong(n) Sandtable_Number(n)
#define PyLong_FromSsize_t(n) Sandtable_Number(n)

CPyTagged Sandtable_FromLong(PyObject *number);

static inline int Sandtable_IsShort(PyObject *number) {
    return likely((size_t)(CPY_LONG_SIZE_SIGNED((PyLongObject *)number) + 1) <= 2);
}

/* A number of one digit or none, whose size is its sign. */
static inline CPyTagged Sandtable_FromShort(PyObject *number) {
    PyLongObject *one = (PyLongObject *)number;
    return (CPyTagged)(CPY_LONG_SIZE_SIGNED(one) * (Py_ssize_t)CPY_LONG_DIGIT(one, 0)) << 1;
}

static inline CPyTagged Sandtable_FromObject(PyObject *number) {
    return Sandtable_IsShort(number) ? Sandtable_FromShort(number) : Sandtable_FromLong(number);
}

#define CPyTagged_FromObject(number) Sandtable_FromObject(number)

/* left < right where one of them is no number of the machine. `found >= 0` is asked of sets of squares, which are far
   beyond all of these: their sign tells. */
static inline bool Sandtable_IsBelow(CPyTagged left, CPyTagged right) {
    CPyTagged large = CPyTagged_CheckLong(left) ? left : right;
    Py_ssize_t size = CPY_LONG_SIZE_SIGNED((PyLongObject *)CPyTagged_LongAsObject(large));
    if (likely((size > 3 || size < -3) && CPyTagged_CheckShort(left ^ right ^ CPY_INT_TAG))) {
        return (size < 0) == (large == left);
    }
    return (CPyTagged_IsLt_)(left, right);
}

#ifndef SANDTABLE_RUNTIME /* which defines it */
#define CPyTagged_IsLt_(left, right) Sandtable_IsBelow(left, right)
#endif

/* --- elements ------------------------------------------------------------------------------------------------------- */

/* Whether an index is that of an element, counted from the front; a negative one is a very large one here. */
static inline int Sandtable_Inside(CPyTagged index, Py_ssize_t size) {
    return likely(CPyTagged_CheckShort(index) && index >> 1 < (size_t)size);
}

static inline PyObject *Sandtable_ListItemBorrow(PyObject *list, CPyTagged index) {
    return Sandtable_Inside(index, PyList_GET_SIZE(list)) ? PyList_GET_ITEM(list, index >> 1)
                                                          : CPyList_GetItemBorrow(list, index);
}

static inline PyObject *Sandtable_ListItem(PyObject *list, CPyTagged index) {
    PyObject *found = Sandtable_ListItemBorrow(list, index);
    Py_XINCREF(found);
    return found;
}

static inline PyObject *Sandtable_ListItem64Borrow(PyObject *list, int64_t index) {
    return likely((uint64_t)index < (uint64_t)PyList_GET_SIZE(list)) ? PyList_GET_ITEM(list, index)
                                                                      : CPyList_GetItemInt64Borrow(list, index);
}

static inline PyObject *Sandtable_ListItem64(PyObject *list, int64_t index) {
    PyObject *found = Sandtable_ListItem64Borrow(list, index);
    Py_XINCREF(found);
    return found;
}

static inline bool Sandtable_SetListItem(PyObject *list, CPyTagged index, PyObject *value) {
    if (Sandtable_Inside(index, PyList_GET_SIZE(list))) {
        PyObject *old = PyList_GET_ITEM(list, index >> 1);
        PyList_SET_ITEM(list, index >> 1, value);
        Py_DECREF(old);
        return true;
    }
    return CPyList_SetItem(list, index, value);
}

static inline bool Sandtable_SetListItem64(PyObject *list, int64_t index, PyObject *value) {
    if (likely((uint64_t)index < (uint64_t)PyList_GET_SIZE(list))) {
        PyObject *old = PyList_GET_ITEM(list, index);
        PyList_SET_ITEM(list, index, value);
        Py_DECREF(old);
        return true;
    }
    return CPyList_SetItemInt64(list, index, value);
}

static inline PyObject *Sandtable_TupleItem(PyObject *tuple, CPyTagged index) {
    if (Sandtable_Inside(index, PyTuple_GET_SIZE(tuple))) {
        PyObject *found = PyTuple_GET_ITEM(tuple, index >> 1);
        Py_INCREF(found);
        return found;
    }
    return CPySequenceTuple_GetItem(tuple, index);
}

static inline PyObject *Sandtable_TupleItemBorrow(PyObject *tuple, CPyTagged index) {
    if (Sandtable_Inside(index, PyTuple_GET_SIZE(tuple))) {
        return PyTuple_GET_ITEM(tuple, index >> 1);
    }
    PyObject *found = CPySequenceTuple_GetItem(tuple, index);
    Py_XDECREF(found); /* the tuple has it */
    return found;
}

CPyTagged Sandtable_FoundNumber(PyObject *item);
CPyTagged Sandtable_SlowNumber(PyObject *row, CPyTagged index);

static inline CPyTagged Sandtable_RowNumber(PyObject *row, PyObject **items, Py_ssize_t size, CPyTagged index) {
    if (Sandtable_Inside(index, size)) {
        PyObject *item = items[index >> 1];
        if (likely(PyLong_Check(item) && Sandtable_IsShort(item))) {
            return Sandtable_FromShort(item);
        }
        return Sandtable_FoundNumber(item);
    }
    return Sandtable_SlowNumber(row, index);
}

static inline CPyTagged Sandtable_ListNumber(PyObject *list, CPyTagged index) {
    return Sandtable_RowNumber(list, ((PyListObject *)list)->ob_item, PyList_GET_SIZE(list), index);
}

static inline CPyTagged Sandtable_TupleNumber(PyObject *tuple, CPyTagged index) {
    return Sandtable_RowNumber(tuple, ((PyTupleObject *)tuple)->ob_item, PyTuple_GET_SIZE(tuple), index);
}

CPyTagged Sandtable_SlowByte(PyObject *bytes, CPyTagged index);

static inline CPyTagged Sandtable_Byte(PyObject *bytes, CPyTagged index) {
    return Sandtable_Inside(index, PyByteArray_GET_SIZE(bytes))
               ? (CPyTagged)(unsigned char)PyByteArray_AS_STRING(bytes)[index >> 1] << 1
               : Sandtable_SlowByte(bytes, index);
}

bool Sandtable_SlowSetByte(PyObject *bytes, CPyTagged index, CPyTagged value);

static inline bool Sandtable_SetByte(PyObject *bytes, CPyTagged index, CPyTagged value) {
    if (Sandtable_Inside(index, PyByteArray_GET_SIZE(bytes)) && Sandtable_Inside(value, 256)) {
        PyByteArray_AS_STRING(bytes)[index >> 1] = (char)(value >> 1);
        return true;
    }
    return Sandtable_SlowSetByte(bytes, index, value);
}

/* --- lists that grow and shrink ------------------------------------------------------------------------------------- */

int Sandtable_Grow(PyObject *list, PyObject *item);

static inline int Sandtable_Append(PyObject *list, PyObject *item) {
    PyListObject *into = (PyListObject *)list;
    Py_ssize_t size = Py_SIZE(into);
    if (likely(size < into->allocated)) {
        Py_INCREF(item);
        into->ob_item[size] = item;
        Py_SET_SIZE(into, size + 1);
        return 0;
    }
    return Sandtable_Grow(list, item);
}

#define PyList_Append(list, item) Sandtable_Append(list, item)

/* list += list; a list that is added to itself must not grow under its own feet */
static inline PyObject *Sandtable_Add(PyObject *list, PyObject *more) {
    Py_ssize_t count = PyList_GET_SIZE(more);
    if (unlikely(count > 8 || list == more || !PyList_CheckExact(list))) {
        return PySequence_InPlaceConcat(list, more);
    }
    for (Py_ssize_t n = 0; n < count; n++) {
        if (unlikely(Sandtable_Append(list, PyList_GET_ITEM(more, n)) < 0)) {
            return NULL;
        }
    }
    Py_INCREF(list);
    return list;
}

static inline PyObject *Sandtable_Extend(PyObject *list, PyObject *more) {
    PyObject *same = Sandtable_Add(list, more);
    if (unlikely(same == NULL)) {
        return NULL;
    }
    Py_DECREF(same);
    Py_INCREF(Py_None);
    return Py_None;
}

/* What `[*more, ...]` and `(*more, ...)` begin with. */
PyObject *Sandtable_Spread(PyObject *list, PyObject *more);

#ifndef SANDTABLE_RUNTIME
#define CPyList_Extend(list, more) Sandtable_Spread(list, more)
#endif

/* Its room stays: what is due is said anew in every step. */
static inline bool Sandtable_Clear(PyObject *list) {
    if (unlikely(!PyList_CheckExact(list) || PyList_GET_SIZE(list) > 8)) {
        return CPyList_Clear(list);
    }
    while (PyList_GET_SIZE(list)) {
        Py_ssize_t last = PyList_GET_SIZE(list) - 1;
        PyObject *item = PyList_GET_ITEM(list, last);
        Py_SET_SIZE(list, last);
        Py_DECREF(item);
    }
    return true;
}

/* del list[index] */
static inline int Sandtable_Delete(PyObject *list, CPyTagged index) {
    Py_ssize_t last = PyList_GET_SIZE(list) - 1;
    if (likely(last >= 0 && (index == (CPyTagged)-2 || index == (CPyTagged)last << 1) && PyList_CheckExact(list))) {
        PyObject *item = PyList_GET_ITEM(list, last);
        Py_SET_SIZE(list, last);
        Py_DECREF(item);
        return 0;
    }
    PyObject *at = CPyTagged_AsObject(index);
    int failed = PyObject_DelItem(list, at);
    Py_DECREF(at);
    return failed;
}

/* --- comparing ------------------------------------------------------------------------------------------------------

   Words are interned and numbers mostly the same ones, so what is equal is mostly the same.
*/
static inline int Sandtable_Equal(PyObject *a, PyObject *b) {
    if (a == b) {
        return 1;
    }
    if (PyLong_CheckExact(a) && PyLong_CheckExact(b)) {
        Py_ssize_t size = CPY_LONG_SIZE_SIGNED((PyLongObject *)a);
        if (size != CPY_LONG_SIZE_SIGNED((PyLongObject *)b)) {
            return 0;
        }
        if (size >= -1 && size <= 1) {
            return CPY_LONG_DIGIT((PyLongObject *)a, 0) == CPY_LONG_DIGIT((PyLongObject *)b, 0);
        }
    } else if (PyUnicode_CheckExact(a) && PyUnicode_CheckExact(b) &&
               PyUnicode_GET_LENGTH(a) != PyUnicode_GET_LENGTH(b)) {
        return 0;
    }
    return PyObject_RichCompareBool(a, b, Py_EQ);
}

/* wanted in list */
static inline int Sandtable_ListHas(PyObject *list, PyObject *wanted) {
    for (Py_ssize_t n = 0; n < PyList_GET_SIZE(list); n++) {
        int same = Sandtable_Equal(PyList_GET_ITEM(list, n), wanted);
        if (same) {
            return same;
        }
    }
    return 0;
}

static inline int Sandtable_TupleHas(PyObject *tuple, PyObject *wanted) {
    for (Py_ssize_t n = 0; n < PyTuple_GET_SIZE(tuple); n++) {
        int same = Sandtable_Equal(PyTuple_GET_ITEM(tuple, n), wanted);
        if (same) {
            return same;
        }
    }
    return 0;
}

/* list.index(wanted) */
static inline CPyTagged Sandtable_Index(PyObject *list, PyObject *wanted) {
    for (Py_ssize_t n = 0; n < PyList_GET_SIZE(list); n++) {
        int same = Sandtable_Equal(PyList_GET_ITEM(list, n), wanted);
        if (same) {
            return same < 0 ? CPY_INT_TAG : (CPyTagged)n << 1;
        }
    }
    return CPyList_Index(list, wanted); /* which says that it is not there */
}

/* list.count(wanted) */
static inline CPyTagged Sandtable_Count(PyObject *list, PyObject *wanted) {
    CPyTagged found = 0;
    for (Py_ssize_t n = 0; n < PyList_GET_SIZE(list); n++) {
        int same = Sandtable_Equal(PyList_GET_ITEM(list, n), wanted);
        if (unlikely(same < 0)) {
            return CPY_INT_TAG;
        }
        found += (CPyTagged)same << 1;
    }
    return found;
}

/* a == b of lists or of tuples; 2 with an error set */
static inline char Sandtable_SameItems(PyObject **a, Py_ssize_t count, PyObject **b, Py_ssize_t others) {
    if (count != others) {
        return 0;
    }
    for (Py_ssize_t n = 0; n < count; n++) {
        int same = Sandtable_Equal(a[n], b[n]);
        if (same <= 0) {
            return same < 0 ? 2 : 0;
        }
    }
    return 1;
}

static inline char Sandtable_SameTuple(PyObject *a, PyObject *b) {
    return a == b ? 1 : Sandtable_SameItems(
        ((PyTupleObject *)a)->ob_item, PyTuple_GET_SIZE(a), ((PyTupleObject *)b)->ob_item, PyTuple_GET_SIZE(b));
}

static inline char Sandtable_SameList(PyObject *a, PyObject *b) {
    return a == b ? 1 : Sandtable_SameItems(
        ((PyListObject *)a)->ob_item, PyList_GET_SIZE(a), ((PyListObject *)b)->ob_item, PyList_GET_SIZE(b));
}

/* found_on(places, squares) (geometry/squares.py) */
PyObject *Sandtable_FoundOn(PyObject *places, CPyTagged squares);

/* min(list), max(list); the same with what is found in an empty one */
PyObject *Sandtable_Least(PyObject *list);
PyObject *Sandtable_Most(PyObject *list);
CPyTagged Sandtable_LeastOr(PyObject *list, CPyTagged otherwise);
CPyTagged Sandtable_MostOr(PyObject *list, CPyTagged otherwise);

/* any(bytearray) */
static inline char Sandtable_AnyByte(PyObject *bytes) {
    for (Py_ssize_t n = 0; n < PyByteArray_GET_SIZE(bytes); n++) {
        if (PyByteArray_AS_STRING(bytes)[n]) {
            return 1;
        }
    }
    return 0;
}

/* --- dictionaries ----------------------------------------------------------------------------------------------------

   Python asks for the hash of a number, which is mostly the number itself, and after each look whether there was an
   error.
*/
PyObject *Sandtable_DictItem(PyObject *dict, PyObject *key);
PyObject *Sandtable_DictGet(PyObject *dict, PyObject *key, PyObject *otherwise);
PyObject *Sandtable_DictRoom(PyObject *dict, PyObject *key, int kind);

#if !defined(SANDTABLE_RUNTIME) && PY_VERSION_HEX < 0x030D0000
#define CPyDict_GetItem(dict, key) Sandtable_DictItem(dict, key)
#define CPyDict_Get(dict, key, otherwise) Sandtable_DictGet(dict, key, otherwise)
#define CPyDict_GetWithNone(dict, key) Sandtable_DictGet(dict, key, Py_None)
#define CPyDict_SetDefaultWithEmptyDatatype(dict, key, kind) Sandtable_DictRoom(dict, key, kind)
#endif

/* --- chance (kernel/chance.py says what) ---------------------------------------------------------------------------- */

static inline uint64_t Sandtable_Bits64(CPyTagged x) {
    if (CPyTagged_CheckShort(x)) {
        return (uint64_t)CPyTagged_ShortAsSsize_t(x);
    }
    return (uint64_t)PyLong_AsUnsignedLongLongMask(CPyTagged_LongAsObject(x));
}

static inline CPyTagged Sandtable_From64(uint64_t bits) {
    return bits >> 62 ? CPyTagged_StealFromObject(PyLong_FromUnsignedLongLong(bits)) : (CPyTagged)bits << 1;
}

/* (x + GOLDEN) & MASK */
static inline CPyTagged Sandtable_Following(CPyTagged x) {
    return Sandtable_From64(Sandtable_Bits64(x) + 0x9E3779B97F4A7C15u);
}

/* (mix(x) * n) >> 64 */
static inline CPyTagged Sandtable_Below(CPyTagged x, CPyTagged n) {
    uint64_t z = Sandtable_Bits64(x);
    z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9u;
    z = (z ^ (z >> 27)) * 0x94D049BB133111EBu;
    z ^= z >> 31;
    if (likely(CPyTagged_CheckShort(n) && CPyTagged_ShortAsSsize_t(n) >= 0)) {
        return Sandtable_From64((uint64_t)((unsigned __int128)z * (n >> 1) >> 64));
    }
    CPyTagged large = Sandtable_From64(z), product = CPyTagged_Multiply(large, n);
    CPyTagged upper = CPyTagged_Rshift(product, 64 << 1);
    CPyTagged_DECREF(large);
    CPyTagged_DECREF(product);
    return upper;
}

CPyTagged Sandtable_Stream(PyObject *seed, CPyTagged number);

/* --- columns that seldom change (kernel/columns.py) ----------------------------------------------------------------- */

/* changed(column, at, value) */
static inline PyObject *Sandtable_Changed(PyObject *column, CPyTagged at, PyObject *value) {
    Py_ssize_t count = PyTuple_GET_SIZE(column), place = CPyTagged_ShortAsSsize_t(at);
    place += place < 0 ? count : 0;
    if (unlikely(!CPyTagged_CheckShort(at) || place < 0 || place >= count)) {
        PyErr_SetString(PyExc_IndexError, "list assignment index out of range");
        return NULL;
    }
    PyObject *found = PyTuple_New(count);
    if (unlikely(found == NULL)) {
        return NULL;
    }
    for (Py_ssize_t n = 0; n < count; n++) {
        PyObject *item = n == place ? value : PyTuple_GET_ITEM(column, n);
        Py_INCREF(item);
        PyTuple_SET_ITEM(found, n, item);
    }
    return found;
}

/* longer(column, value) */
PyObject *Sandtable_Longer(PyObject *column, PyObject *value);

/* --- the searches of reach (geometry/reach.py, reach.c) --------------------------------------------------------------- */

PyObject *Sandtable_Search(PyObject *before, CPyTagged from_where, CPyTagged so_many, PyObject *within, PyObject *spare,
                           PyObject *tolls, PyObject *halts, char apart);
PyObject *Sandtable_LeastCosts(PyObject *goals, PyObject *tolls, PyObject *back, CPyTagged too_far);

#endif
