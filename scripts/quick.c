/* What quick.h calls rather than writes out, and what is seldom; compiled once, as a part of what scripts/translate.py
   calls the runtime. Names in brackets are Python's and mypyc's own functions, not what quick.h makes of them.
*/
PyObject **Sandtable_Numbers = NULL;

/* Makes the row of numbers when the first of them is asked for. */
PyObject *Sandtable_NewNumber(Py_ssize_t n) {
    if (n >= 0 && n < SANDTABLE_NUMBERS && Sandtable_Numbers == NULL) {
        PyObject **row = PyMem_New(PyObject *, SANDTABLE_NUMBERS);
        for (Py_ssize_t each = 0; row != NULL && each < SANDTABLE_NUMBERS; each++) {
            row[each] = (PyLong_FromSsize_t)(each);
            if (row[each] == NULL) {
                CPyError_OutOfMemory();
            }
        }
        Sandtable_Numbers = row;
    }
    return (PyLong_FromSsize_t)(n);
}

/* What mypyc makes of one of Python's numbers; a set of squares is far beyond what it looks for. */
CPyTagged Sandtable_FromLong(PyObject *number) {
    Py_ssize_t size = CPY_LONG_SIZE_SIGNED((PyLongObject *)number);
    if (size < -2 || size > 2) {
        Py_INCREF(number);
        return (CPyTagged)number | CPY_INT_TAG;
    }
    return (CPyTagged_FromObject)(number);
}

/* What has been found in a list or a tuple, as a number if it is one. */
CPyTagged Sandtable_FoundNumber(PyObject *item) {
    if (likely(PyLong_Check(item))) {
        return CPyTagged_FromObject(item);
    }
    CPy_TypeError("int", item);
    return CPY_INT_TAG;
}

/* A number in a list or a tuple (scripts/translate.py reads it at once where mypyc takes it out first). */
CPyTagged Sandtable_SlowNumber(PyObject *row, CPyTagged index) {
    PyObject *item = PyList_Check(row) ? Sandtable_ListItemBorrow(row, index) : Sandtable_TupleItemBorrow(row, index);
    if (item != NULL && PyLong_Check(item)) {
        return Sandtable_FromObject(item);
    }
    if (item != NULL) {
        CPy_TypeError("int", item);
    }
    return CPY_INT_TAG;
}

CPyTagged Sandtable_SlowByte(PyObject *bytes, CPyTagged index) {
    PyObject *at = CPyTagged_AsObject(index), *found = PyObject_GetItem(bytes, at);
    CPyTagged value = found == NULL ? CPY_INT_TAG : CPyTagged_FromObject(found);
    Py_DECREF(at);
    Py_XDECREF(found);
    return value;
}

bool Sandtable_SlowSetByte(PyObject *bytes, CPyTagged index, CPyTagged value) {
    PyObject *at = CPyTagged_AsObject(index), *number = CPyTagged_AsObject(value);
    int failed = PyObject_SetItem(bytes, at, number);
    Py_DECREF(at);
    Py_DECREF(number);
    return failed == 0;
}

int Sandtable_Grow(PyObject *list, PyObject *item) {
    PyListObject *into = (PyListObject *)list;
    if (into->ob_item == NULL) { /* Python would begin with room for four */
        into->ob_item = PyMem_New(PyObject *, 8);
        into->allocated = into->ob_item == NULL ? 0 : 8;
    }
    return (PyList_Append)(list, item);
}

/* a < b; -1 with an error set */
static inline int Sandtable_Precedes(PyObject *a, PyObject *b) {
    if (PyLong_CheckExact(a) && PyLong_CheckExact(b)) {
        Py_ssize_t first = CPY_LONG_SIZE_SIGNED((PyLongObject *)a), second = CPY_LONG_SIZE_SIGNED((PyLongObject *)b);
        if (first >= -1 && first <= 1 && second >= -1 && second <= 1) {
            return first * (Py_ssize_t)CPY_LONG_DIGIT((PyLongObject *)a, 0) <
                   second * (Py_ssize_t)CPY_LONG_DIGIT((PyLongObject *)b, 0);
        }
    }
    return PyObject_RichCompareBool(a, b, Py_LT);
}

static inline PyObject *Sandtable_First(PyObject *list, int largest) {
    if (unlikely(!PyList_GET_SIZE(list))) {
        PyErr_SetString(PyExc_ValueError, largest ? "max() arg is an empty sequence" : "min() arg is an empty sequence");
        return NULL;
    }
    PyObject *best = PyList_GET_ITEM(list, 0);
    for (Py_ssize_t n = 1; n < PyList_GET_SIZE(list); n++) {
        PyObject *item = PyList_GET_ITEM(list, n);
        int before = largest ? Sandtable_Precedes(best, item) : Sandtable_Precedes(item, best);
        if (unlikely(before < 0)) {
            return NULL;
        }
        best = before ? item : best;
    }
    Py_INCREF(best);
    return best;
}

/* min(list), max(list) */
PyObject *Sandtable_Least(PyObject *list) {
    return Sandtable_First(list, 0);
}

PyObject *Sandtable_Most(PyObject *list) {
    return Sandtable_First(list, 1);
}

/* min(list, default=otherwise), max(list, default=otherwise) of numbers */
static inline CPyTagged Sandtable_FirstOr(PyObject *list, CPyTagged otherwise, int largest) {
    if (!PyList_GET_SIZE(list)) {
        CPyTagged_INCREF(otherwise);
        return otherwise;
    }
    PyObject *best = Sandtable_First(list, largest);
    if (unlikely(best == NULL)) {
        return CPY_INT_TAG;
    }
    CPyTagged found = Sandtable_FoundNumber(best);
    Py_DECREF(best);
    return found;
}

CPyTagged Sandtable_LeastOr(PyObject *list, CPyTagged otherwise) {
    return Sandtable_FirstOr(list, otherwise, 0);
}

CPyTagged Sandtable_MostOr(PyObject *list, CPyTagged otherwise) {
    return Sandtable_FirstOr(list, otherwise, 1);
}

/* list.extend(more); a list that is added to itself must not grow under its own feet */
PyObject *Sandtable_Spread(PyObject *list, PyObject *more) {
    if (unlikely(list == more || !(PyTuple_CheckExact(more) || PyList_CheckExact(more)))) {
        return (CPyList_Extend)(list, more);
    }
    Py_ssize_t count = PySequence_Fast_GET_SIZE(more);
    for (Py_ssize_t n = 0; n < count; n++) {
        if (unlikely(Sandtable_Append(list, PySequence_Fast_GET_ITEM(more, n)) < 0)) {
            return NULL;
        }
    }
    Py_RETURN_NONE;
}

#if PY_VERSION_HEX < 0x030D0000
/* What a dictionary has for a key, on loan; NULL where it has nothing, with an error set if it could not be asked. */
static inline PyObject *Sandtable_Lookup(PyObject *dict, PyObject *key) {
    if (PyLong_CheckExact(key) && Sandtable_IsShort(key)) {
        Py_hash_t hash = (Py_ssize_t)Sandtable_FromShort(key) >> 1;
        return _PyDict_GetItem_KnownHash(dict, key, hash == -1 ? -2 : hash);
    }
    return PyDict_GetItemWithError(dict, key);
}

PyObject *Sandtable_DictItem(PyObject *dict, PyObject *key) {
    PyObject *found = likely(PyDict_CheckExact(dict)) ? Sandtable_Lookup(dict, key) : NULL;
    if (unlikely(found == NULL)) {
        return PyErr_Occurred() ? NULL : (CPyDict_GetItem)(dict, key); /* which says that it is not there */
    }
    Py_INCREF(found);
    return found;
}

PyObject *Sandtable_DictGet(PyObject *dict, PyObject *key, PyObject *otherwise) {
    PyObject *found = Sandtable_Lookup(dict, key);
    if (found == NULL) {
        if (unlikely(PyErr_Occurred() != NULL)) {
            return NULL;
        }
        found = otherwise;
    }
    Py_INCREF(found);
    return found;
}

#define SANDTABLE_ROOM 1 /* mypyc's number for a list */

/* dict.setdefault(key, []), which is made only if there is none */
PyObject *Sandtable_DictRoom(PyObject *dict, PyObject *key, int kind) {
    if (unlikely(kind != SANDTABLE_ROOM || !PyDict_CheckExact(dict))) {
        return (CPyDict_SetDefaultWithEmptyDatatype)(dict, key, kind);
    }
    PyObject *found = Sandtable_Lookup(dict, key);
    if (found != NULL) {
        Py_INCREF(found);
        return found;
    }
    if (unlikely(PyErr_Occurred() != NULL)) {
        return NULL;
    }
    found = PyList_New(0);
    if (unlikely(found == NULL || PyDict_SetItem(dict, key, found) < 0)) {
        Py_CLEAR(found);
    }
    return found;
}
#endif

/* Most columns are nothing but zeros while units join, and of these there is one of each length. */
#define SANDTABLE_ZEROS 64
static PyObject *Sandtable_Zeros[SANDTABLE_ZEROS];

PyObject *Sandtable_Longer(PyObject *column, PyObject *value) {
    Py_ssize_t count = PyTuple_GET_SIZE(column);
    int zeros = count + 1 < SANDTABLE_ZEROS && PyLong_CheckExact(value) && CPY_LONG_SIZE_SIGNED((PyLongObject *)value) == 0 &&
                (count == 0 || column == Sandtable_Zeros[count]);
    if (zeros && Sandtable_Zeros[count + 1] != NULL) {
        Py_INCREF(Sandtable_Zeros[count + 1]);
        return Sandtable_Zeros[count + 1];
    }
    PyObject *found = PyTuple_New(count + 1);
    if (unlikely(found == NULL)) {
        return NULL;
    }
    for (Py_ssize_t n = 0; n <= count; n++) {
        PyObject *item = n == count ? value : PyTuple_GET_ITEM(column, n);
        Py_INCREF(item);
        PyTuple_SET_ITEM(found, n, item);
    }
    if (zeros) {
        Py_INCREF(found);
        Sandtable_Zeros[count + 1] = found;
    }
    return found;
}

/* found_on(places, squares) */
PyObject *Sandtable_FoundOn(PyObject *places, CPyTagged squares) {
    PyObject *found = PyList_New(0);
    Py_ssize_t count = found == NULL || squares == 0 ? 0 : PyList_GET_SIZE(places);
    for (Py_ssize_t n = 0; n < count; n++) {
        PyObject *item = PyList_GET_ITEM(places, n);
        CPyTagged place = likely(PyLong_Check(item) && Sandtable_IsShort(item)) ? Sandtable_FromShort(item) : (CPyTagged)-2;
        if ((Py_ssize_t)place >= 0 && Sandtable_Has(squares, place)) {
            PyObject *number = PyLong_FromSsize_t(n);
            if (unlikely(number == NULL || PyList_Append(found, number) < 0)) {
                Py_XDECREF(number);
                Py_CLEAR(found);
                break;
            }
            Py_DECREF(number);
        }
    }
    return found;
}

/* BLAKE2b (RFC 7693) of one number of eight bytes with a key, eight bytes of it */
static const uint64_t Sandtable_Initial[8] = {
    0x6A09E667F3BCC908u, 0xBB67AE8584CAA73Bu, 0x3C6EF372FE94F82Bu, 0xA54FF53A5F1D36F1u,
    0x510E527FADE682D1u, 0x9B05688C2B3E6C1Fu, 0x1F83D9ABFB41BD6Bu, 0x5BE0CD19137E2179u,
};
static const unsigned char Sandtable_Order[10][16] = {
    {0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15}, {14, 10, 4, 8, 9, 15, 13, 6, 1, 12, 0, 2, 11, 7, 5, 3},
    {11, 8, 12, 0, 5, 2, 15, 13, 10, 14, 3, 6, 7, 1, 9, 4}, {7, 9, 3, 1, 13, 12, 11, 14, 2, 6, 5, 10, 4, 0, 15, 8},
    {9, 0, 5, 7, 2, 4, 10, 15, 14, 1, 11, 12, 6, 8, 3, 13}, {2, 12, 6, 10, 0, 11, 8, 3, 4, 13, 7, 5, 15, 14, 1, 9},
    {12, 5, 1, 15, 14, 13, 4, 10, 0, 7, 6, 3, 9, 2, 8, 11}, {13, 11, 7, 14, 12, 1, 3, 9, 5, 0, 15, 4, 8, 6, 2, 10},
    {6, 15, 14, 9, 11, 3, 0, 8, 12, 2, 13, 7, 1, 4, 10, 5}, {10, 2, 8, 4, 7, 6, 1, 5, 15, 11, 9, 14, 3, 12, 13, 0},
};

#define SANDTABLE_TURNED(x, by) ((x) >> (by) | (x) << (64 - (by)))
#define SANDTABLE_MIXED(a, b, c, d, x, y)                                                                              \
    v[a] += v[b] + (x), v[d] = SANDTABLE_TURNED(v[d] ^ v[a], 32), v[c] += v[d], v[b] = SANDTABLE_TURNED(v[b] ^ v[c], 24), \
    v[a] += v[b] + (y), v[d] = SANDTABLE_TURNED(v[d] ^ v[a], 16), v[c] += v[d], v[b] = SANDTABLE_TURNED(v[b] ^ v[c], 63)

static inline void Sandtable_Compress(uint64_t *h, const uint64_t *m, uint64_t bytes, uint64_t last) {
    uint64_t v[16];
    for (int n = 0; n < 8; n++) {
        v[n] = h[n];
        v[n + 8] = Sandtable_Initial[n];
    }
    v[12] ^= bytes;
    v[14] ^= last;
    for (int round = 0; round < 12; round++) {
        const unsigned char *of = Sandtable_Order[round % 10];
        SANDTABLE_MIXED(0, 4, 8, 12, m[of[0]], m[of[1]]);
        SANDTABLE_MIXED(1, 5, 9, 13, m[of[2]], m[of[3]]);
        SANDTABLE_MIXED(2, 6, 10, 14, m[of[4]], m[of[5]]);
        SANDTABLE_MIXED(3, 7, 11, 15, m[of[6]], m[of[7]]);
        SANDTABLE_MIXED(0, 5, 10, 15, m[of[8]], m[of[9]]);
        SANDTABLE_MIXED(1, 6, 11, 12, m[of[10]], m[of[11]]);
        SANDTABLE_MIXED(2, 7, 8, 13, m[of[12]], m[of[13]]);
        SANDTABLE_MIXED(3, 4, 9, 14, m[of[14]], m[of[15]]);
    }
    for (int n = 0; n < 8; n++) {
        h[n] ^= v[n] ^ v[n + 8];
    }
}

/* stream(seed, number), of a machine whose bytes go from low to high; the seed is mostly that of the time before */
CPyTagged Sandtable_Stream(PyObject *seed, CPyTagged number) {
    static char last[64];
    static uint64_t known = 0, keyed[8];
    uint64_t h[8], block[16] = {0}, size = (uint64_t)PyBytes_GET_SIZE(seed);
    size = size < sizeof last ? size : sizeof last;
    if (size != known || memcmp(last, PyBytes_AS_STRING(seed), size)) {
        memcpy(last, PyBytes_AS_STRING(seed), size);
        memcpy(block, last, size);
        memcpy(keyed, Sandtable_Initial, sizeof keyed);
        keyed[0] ^= 0x01010000u ^ size << 8 ^ 8;
        Sandtable_Compress(keyed, block, 128, 0);
        memset(block, 0, sizeof block);
        known = size;
    }
    memcpy(h, keyed, sizeof h);
    block[0] = Sandtable_Bits64(number);
    Sandtable_Compress(h, block, 128 + 8, ~(uint64_t)0);
    return Sandtable_From64(h[0]);
}
