/* Sets of squares as bits of large integers, for compiled rules (scripts/unfold.py says where they are called).

   mypyc makes a new integer of everything that is done to a large one, even where only its truth is asked for, and for
   a complement three of them; what two have in common it finds out digit by digit, with their signs. These look at the digits themselves. What is seldom, such as a negative number, is left
   to Python.
*/
#ifndef SANDTABLE_SETS_H
#define SANDTABLE_SETS_H

#include <Python.h>
#include <CPy.h>

typedef struct {
    const digit *digits;
    Py_ssize_t count; /* negative for a negative number */
    digit own[3];
} Sandtable_Digits;

static inline void Sandtable_Look(CPyTagged n, Sandtable_Digits *into) {
    if (CPyTagged_CheckShort(n)) {
        Py_ssize_t left = CPyTagged_ShortAsSsize_t(n);
        into->digits = into->own;
        into->count = left < 0 ? -1 : 0;
        for (; left > 0; left >>= PyLong_SHIFT) {
            into->own[into->count++] = (digit)(left & PyLong_MASK);
        }
    } else {
        PyLongObject *number = (PyLongObject *)CPyTagged_LongAsObject(n);
        into->digits = &CPY_LONG_DIGIT(number, 0);
        into->count = CPY_LONG_SIZE_SIGNED(number);
    }
}

/* squares >> v & 1, as a truth; 2 with an error set for a negative v */
static inline char Sandtable_Has(CPyTagged squares, CPyTagged v) {
    Py_ssize_t at = CPyTagged_ShortAsSsize_t(v);
    if (unlikely(!CPyTagged_CheckShort(v) || at < 0)) {
        PyErr_SetString(PyExc_ValueError, "negative shift count");
        return 2;
    }
    if (CPyTagged_CheckShort(squares)) {
        return (CPyTagged_ShortAsSsize_t(squares) >> (at < 63 ? at : 63)) & 1;
    }
    PyLongObject *number = (PyLongObject *)CPyTagged_LongAsObject(squares);
    Py_ssize_t count = CPY_LONG_SIZE_SIGNED(number), place = at / PyLong_SHIFT;
    if (unlikely(count < 0)) {
        CPyTagged moved = CPyTagged_Rshift(squares, v), last = CPyTagged_And(moved, 1 << 1);
        char found = last != 0;
        CPyTagged_DECREF(moved);
        CPyTagged_DECREF(last);
        return found;
    }
    return place < count && CPY_LONG_DIGIT(number, place) >> at % PyLong_SHIFT & 1;
}

/* a & b, as a truth */
static inline char Sandtable_Meets(CPyTagged a, CPyTagged b) {
    if (CPyTagged_CheckShort(a) && CPyTagged_CheckShort(b)) {
        return (a & b) != 0;
    }
    Sandtable_Digits first, second;
    Sandtable_Look(a, &first);
    Sandtable_Look(b, &second);
    if (unlikely(first.count < 0 || second.count < 0)) {
        CPyTagged both = CPyTagged_And(a, b);
        char found = both != 0;
        CPyTagged_DECREF(both);
        return found;
    }
    Py_ssize_t count = first.count < second.count ? first.count : second.count;
    for (Py_ssize_t n = count - 1; n >= 0; n--) {
        if (first.digits[n] & second.digits[n]) {
            return 1;
        }
    }
    return 0;
}

/* a & ~b, as a truth */
static inline char Sandtable_Strays(CPyTagged a, CPyTagged b) {
    if (CPyTagged_CheckShort(a) && CPyTagged_CheckShort(b)) {
        return (a & ~b) != 0;
    }
    Sandtable_Digits first, second;
    Sandtable_Look(a, &first);
    Sandtable_Look(b, &second);
    if (unlikely(first.count < 0 || second.count < 0)) {
        CPyTagged others = CPyTagged_Invert(b), left = CPyTagged_And(a, others);
        char found = left != 0;
        CPyTagged_DECREF(others);
        CPyTagged_DECREF(left);
        return found;
    }
    for (Py_ssize_t n = first.count - 1; n >= 0; n--) {
        if (first.digits[n] & ~(n < second.count ? second.digits[n] : 0)) {
            return 1;
        }
    }
    return 0;
}

/* a & ~b */
static inline CPyTagged Sandtable_Less(CPyTagged a, CPyTagged b) {
    if (CPyTagged_CheckShort(a) && CPyTagged_CheckShort(b)) {
        return a & ~b;
    }
    Sandtable_Digits first, second;
    Sandtable_Look(a, &first);
    Sandtable_Look(b, &second);
    if (unlikely(first.count < 0 || second.count < 0)) {
        CPyTagged others = CPyTagged_Invert(b), left = CPyTagged_And(a, others);
        CPyTagged_DECREF(others);
        return left;
    }
    Py_ssize_t count = first.count;
    if (count <= second.count) { /* what is left may be shorter */
        while (count && !(first.digits[count - 1] & ~second.digits[count - 1])) {
            count--;
        }
    }
    if (!count) {
        return 0;
    }
    void *into = NULL;
    PyLongWriter *writer = PyLongWriter_Create(0, count, &into);
    if (unlikely(writer == NULL)) {
        CPyError_OutOfMemory();
    }
    digit *digits = (digit *)into;
    Py_ssize_t n = 0, common = count < second.count ? count : second.count;
    for (; n < common; n++) {
        digits[n] = first.digits[n] & ~second.digits[n];
    }
    for (; n < count; n++) {
        digits[n] = first.digits[n];
    }
    return CPyTagged_StealFromObject(PyLongWriter_Finish(writer));
}

/* A set of so many digits, the last of which is not nothing; one that a word holds needs no number of Python's. */
static inline CPyTagged Sandtable_Small(digit first, digit second) {
    return ((CPyTagged)second << PyLong_SHIFT | first) << 1;
}

static inline digit *Sandtable_Room(Py_ssize_t count, PyLongWriter **writer) {
    void *into = NULL;
    *writer = PyLongWriter_Create(0, count, &into);
    if (unlikely(*writer == NULL)) {
        CPyError_OutOfMemory();
    }
    return (digit *)into;
}

static CPy_NOINLINE CPyTagged Sandtable_LongAnd(CPyTagged a, CPyTagged b) {
    Sandtable_Digits first, second;
    Sandtable_Look(a, &first);
    Sandtable_Look(b, &second);
    if (unlikely(first.count < 0 || second.count < 0)) {
        return CPyTagged_And(a, b);
    }
    Py_ssize_t count = first.count < second.count ? first.count : second.count;
    while (count && !(first.digits[count - 1] & second.digits[count - 1])) {
        count--;
    }
    if (count <= 2) {
        return Sandtable_Small(count > 0 ? first.digits[0] & second.digits[0] : 0,
                               count > 1 ? first.digits[1] & second.digits[1] : 0);
    }
    PyLongWriter *writer;
    digit *into = Sandtable_Room(count, &writer);
    for (Py_ssize_t n = 0; n < count; n++) {
        into[n] = first.digits[n] & second.digits[n];
    }
    return CPyTagged_StealFromObject(PyLongWriter_Finish(writer));
}

static CPy_NOINLINE CPyTagged Sandtable_LongOr(CPyTagged a, CPyTagged b) {
    Sandtable_Digits first, second;
    Sandtable_Look(a, &first);
    Sandtable_Look(b, &second);
    if (unlikely(first.count < 0 || second.count < 0)) {
        return CPyTagged_Or(a, b);
    }
    if (a == 0 || b == 0) {
        CPyTagged other = a == 0 ? b : a;
        CPyTagged_INCREF(other);
        return other;
    }
    const Sandtable_Digits *longer = first.count < second.count ? &second : &first;
    Py_ssize_t both = first.count < second.count ? first.count : second.count;
    PyLongWriter *writer;
    digit *into = Sandtable_Room(longer->count, &writer);
    for (Py_ssize_t n = 0; n < both; n++) {
        into[n] = first.digits[n] | second.digits[n];
    }
    for (Py_ssize_t n = both; n < longer->count; n++) {
        into[n] = longer->digits[n];
    }
    return CPyTagged_StealFromObject(PyLongWriter_Finish(writer));
}

static inline CPyTagged Sandtable_And(CPyTagged a, CPyTagged b) {
    return likely(CPyTagged_CheckShort(a) && CPyTagged_CheckShort(b)) ? a & b : Sandtable_LongAnd(a, b);
}

static inline CPyTagged Sandtable_Or(CPyTagged a, CPyTagged b) {
    return likely(CPyTagged_CheckShort(a) && CPyTagged_CheckShort(b)) ? a | b : Sandtable_LongOr(a, b);
}

/* squares << by, or >> -by if that is negative */
static inline CPyTagged Sandtable_Moved(CPyTagged squares, CPyTagged by) {
    Py_ssize_t far = CPyTagged_ShortAsSsize_t(by);
    Sandtable_Digits found;
    Sandtable_Look(squares, &found);
    if (unlikely(!CPyTagged_CheckShort(by) || found.count < 0)) {
        CPyTagged back = CPyTagged_Negate(by);
        CPyTagged moved = far < 0 ? CPyTagged_Rshift(squares, back) : CPyTagged_Lshift(squares, by);
        CPyTagged_DECREF(back);
        return moved;
    }
    if (!found.count || !far) {
        CPyTagged_INCREF(squares);
        return squares;
    }
    void *into = NULL;
    if (far < 0) {
        Py_ssize_t skipped = -far / PyLong_SHIFT, count = found.count - skipped;
        int right = -far % PyLong_SHIFT, left = PyLong_SHIFT - right;
        if (count <= 0) {
            return 0;
        }
        PyLongWriter *writer = PyLongWriter_Create(0, count, &into);
        if (unlikely(writer == NULL)) {
            CPyError_OutOfMemory();
        }
        const digit *from = found.digits + skipped;
        for (Py_ssize_t n = 0; n + 1 < count; n++) {
            ((digit *)into)[n] = (from[n] >> right | from[n + 1] << left) & PyLong_MASK;
        }
        ((digit *)into)[count - 1] = from[count - 1] >> right;
        return CPyTagged_StealFromObject(PyLongWriter_Finish(writer));
    }
    Py_ssize_t skipped = far / PyLong_SHIFT, count = found.count + skipped + 1;
    int left = far % PyLong_SHIFT, right = PyLong_SHIFT - left;
    PyLongWriter *writer = PyLongWriter_Create(0, count, &into);
    if (unlikely(writer == NULL)) {
        CPyError_OutOfMemory();
    }
    digit *to = (digit *)into, carried = 0;
    memset(to, 0, skipped * sizeof(digit));
    for (Py_ssize_t n = 0; n < found.count; n++) {
        to[skipped + n] = (found.digits[n] << left | carried) & PyLong_MASK;
        carried = found.digits[n] >> right;
    }
    to[count - 1] = carried;
    return CPyTagged_StealFromObject(PyLongWriter_Finish(writer));
}

/* squares << by */
static inline CPyTagged Sandtable_Left(CPyTagged squares, CPyTagged by) {
    if (likely(CPyTagged_CheckShort(by) && by < 30 << 1 && CPyTagged_CheckShort(squares) && squares < 1ull << 32)) {
        return squares << (by >> 1);
    }
    if (CPyTagged_CheckShort(by) && (Py_ssize_t)by >= 0 && (CPyTagged_CheckLong(squares) || (Py_ssize_t)squares > 0)) {
        return Sandtable_Moved(squares, by);
    }
    return CPyTagged_Lshift(squares, by);
}

/* squares >> by */
static inline CPyTagged Sandtable_Right(CPyTagged squares, CPyTagged by) {
    if (CPyTagged_CheckLong(squares) && CPyTagged_CheckShort(by) && (Py_ssize_t)by > 0) {
        return Sandtable_Moved(squares, -by);
    }
    return CPyTagged_Rshift(squares, by);
}

/* The members of a set in rising order; nobody asks for those of a negative number. */
static inline PyObject *Sandtable_Bits(CPyTagged squares) {
    Sandtable_Digits found;
    Sandtable_Look(squares, &found);
    if (unlikely(found.count < 0)) {
        PyErr_SetString(PyExc_ValueError, "the members of a negative number are without end");
        return NULL;
    }
    Py_ssize_t members = 0;
    for (Py_ssize_t n = 0; n < found.count; n++) {
        members += __builtin_popcount(found.digits[n]);
    }
    PyObject *list = PyList_New(members);
    if (unlikely(list == NULL)) {
        return NULL;
    }
    Py_ssize_t next = 0;
    for (Py_ssize_t n = 0; n < found.count; n++) {
        for (digit left = found.digits[n]; left; left &= left - 1) {
            PyObject *member = PyLong_FromSsize_t(n * PyLong_SHIFT + __builtin_ctz(left));
            if (unlikely(member == NULL)) {
                Py_DECREF(list);
                return NULL;
            }
            PyList_SET_ITEM(list, next++, member);
        }
    }
    return list;
}

#endif
