/* What sets.h calls; compiled once, as a part of what scripts/translate.py calls the runtime. */
typedef struct {
    const digit *digits;
    Py_ssize_t count; /* negative for a negative number */
    digit own[3];
} Sandtable_Digits;

static inline void Sandtable_Look(CPyTagged n, Sandtable_Digits *into) {
    if (CPyTagged_CheckShort(n)) {
        Py_ssize_t left = CPyTagged_ShortAsSsize_t(n);
        memset(into->own, 0, sizeof(into->own)); /* only what is counted is read, which the C compiler cannot know */
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

char Sandtable_HasSeldom(CPyTagged squares, CPyTagged v) {
    Py_ssize_t at = CPyTagged_ShortAsSsize_t(v);
    if (unlikely(!CPyTagged_CheckShort(v) || at < 0)) {
        PyErr_SetString(PyExc_ValueError, "negative shift count");
        return 2;
    }
    if (CPyTagged_CheckShort(squares)) {
        return (CPyTagged_ShortAsSsize_t(squares) >> (at < 63 ? at : 63)) & 1;
    }
    CPyTagged moved = CPyTagged_Rshift(squares, v), last = CPyTagged_And(moved, 1 << 1);
    char found = last != 0;
    CPyTagged_DECREF(moved);
    CPyTagged_DECREF(last);
    return found;
}

/* How many of so many digits are left when those at the end are dropped in which two sets do not meet. Several are
   looked at together, since mostly there are few that do. */
static inline Py_ssize_t Sandtable_Common(const digit *a, const digit *b, Py_ssize_t count) {
    while (count >= 8) {
        digit both = 0;
        for (Py_ssize_t n = count - 8; n < count; n++) {
            both |= a[n] & b[n];
        }
        if (both) {
            break;
        }
        count -= 8;
    }
    while (count && !(a[count - 1] & b[count - 1])) {
        count--;
    }
    return count;
}

/* Whether two rows of so many digits meet; two of them are looked at together. */
static char Sandtable_DigitsMeet(const digit *a, const digit *b, Py_ssize_t count) {
    Py_ssize_t n = 0;
    for (; n + 1 < count; n += 2) {
        uint64_t first, second;
        memcpy(&first, a + n, sizeof(first));
        memcpy(&second, b + n, sizeof(second));
        if (first & second) {
            return 1;
        }
    }
    return n < count && (a[n] & b[n]);
}

/* a & b, as a truth */
char Sandtable_LongMeets(CPyTagged a, CPyTagged b) {
    if (likely(CPyTagged_CheckLong(a) && CPyTagged_CheckLong(b))) {
        PyLongObject *one = (PyLongObject *)CPyTagged_LongAsObject(a), *other = (PyLongObject *)CPyTagged_LongAsObject(b);
        Py_ssize_t first = CPY_LONG_SIZE_SIGNED(one), second = CPY_LONG_SIZE_SIGNED(other);
        if (likely(first >= 0 && second >= 0)) {
            return Sandtable_DigitsMeet(&CPY_LONG_DIGIT(one, 0), &CPY_LONG_DIGIT(other, 0), first < second ? first : second);
        }
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
    return Sandtable_DigitsMeet(first.digits, second.digits, first.count < second.count ? first.count : second.count);
}

/* a & ~b, as a truth */
char Sandtable_Strays(CPyTagged a, CPyTagged b) {
    if (CPyTagged_CheckShort(a | b)) {
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

/* The set that was written into that room. Before Python 3.14 that is the number itself, and when it has too many digits
   for a word there is nothing left to do. */
static inline CPyTagged Sandtable_Written(PyLongWriter *writer, Py_ssize_t count) {
#if PY_VERSION_HEX < 0x030E0000
    if (likely(count > 3)) {
        return (CPyTagged)writer | CPY_INT_TAG;
    }
#endif
    return CPyTagged_StealFromObject(PyLongWriter_Finish(writer));
}

/* a & ~b */
CPyTagged Sandtable_Less(CPyTagged a, CPyTagged b) {
    if (CPyTagged_CheckShort(a | b)) {
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
    PyLongWriter *writer;
    digit *into = Sandtable_Room(count, &writer);
    Py_ssize_t common = count < second.count ? count : second.count;
    for (Py_ssize_t n = 0; n < common; n++) {
        into[n] = first.digits[n] & ~second.digits[n];
    }
    memcpy(into + common, first.digits + common, (count - common) * sizeof(digit));
    return Sandtable_Written(writer, count);
}

CPyTagged Sandtable_LongAnd(CPyTagged a, CPyTagged b) {
    Sandtable_Digits first, second;
    Sandtable_Look(a, &first);
    Sandtable_Look(b, &second);
    if (unlikely(first.count < 0 || second.count < 0)) {
        return CPyTagged_And(a, b);
    }
    Py_ssize_t count =
        Sandtable_Common(first.digits, second.digits, first.count < second.count ? first.count : second.count);
    if (count <= 2) {
        return Sandtable_Small(count > 0 ? first.digits[0] & second.digits[0] : 0,
                               count > 1 ? first.digits[1] & second.digits[1] : 0);
    }
    PyLongWriter *writer;
    digit *into = Sandtable_Room(count, &writer);
    for (Py_ssize_t n = 0; n < count; n++) {
        into[n] = first.digits[n] & second.digits[n];
    }
    return Sandtable_Written(writer, count);
}

CPyTagged Sandtable_LongOr(CPyTagged a, CPyTagged b) {
    if (a == 0 || b == 0) {
        CPyTagged other = a == 0 ? b : a;
        CPyTagged_INCREF(other);
        return other;
    }
    Sandtable_Digits first, second;
    Sandtable_Look(a, &first);
    Sandtable_Look(b, &second);
    if (unlikely(first.count < 0 || second.count < 0)) {
        return CPyTagged_Or(a, b);
    }
    const Sandtable_Digits *longer = first.count < second.count ? &second : &first;
    Py_ssize_t both = first.count < second.count ? first.count : second.count;
    PyLongWriter *writer;
    digit *into = Sandtable_Room(longer->count, &writer);
    for (Py_ssize_t n = 0; n < both; n++) {
        into[n] = first.digits[n] | second.digits[n];
    }
    memcpy(into + both, longer->digits + both, (longer->count - both) * sizeof(digit));
    return Sandtable_Written(writer, longer->count);
}

CPyTagged Sandtable_LongXor(CPyTagged a, CPyTagged b) {
    Sandtable_Digits first, second;
    Sandtable_Look(a, &first);
    Sandtable_Look(b, &second);
    if (unlikely(first.count < 0 || second.count < 0)) {
        return CPyTagged_Xor(a, b);
    }
    const Sandtable_Digits *longer = first.count < second.count ? &second : &first;
    Py_ssize_t both = first.count < second.count ? first.count : second.count, count = longer->count;
    while (count && count <= both && first.digits[count - 1] == second.digits[count - 1]) {
        count--;
    }
    if (!count) {
        return 0;
    }
    PyLongWriter *writer;
    digit *into = Sandtable_Room(count, &writer);
    both = both < count ? both : count;
    for (Py_ssize_t n = 0; n < both; n++) {
        into[n] = first.digits[n] ^ second.digits[n];
    }
    memcpy(into + both, longer->digits + both, (count - both) * sizeof(digit));
    return Sandtable_Written(writer, count);
}

/* squares << by, or >> -by if that is negative; each digit is made of two, whatever was made of others */
CPyTagged Sandtable_Moved(CPyTagged squares, CPyTagged by) {
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
    PyLongWriter *writer;
    if (far < 0) {
        Py_ssize_t skipped = -far / PyLong_SHIFT, there = found.count - skipped, count = there;
        int right = -far % PyLong_SHIFT, left = PyLong_SHIFT - right;
        const digit *from = found.digits + skipped;
        if (count > 0 && !(from[count - 1] >> right)) {
            count--;
        }
        if (count <= 0) {
            return 0;
        }
        digit *into = Sandtable_Room(count, &writer);
        for (Py_ssize_t n = 0; n < there - 1; n++) {
            into[n] = (from[n] >> right | from[n + 1] << left) & PyLong_MASK;
        }
        if (count == there) {
            into[count - 1] = from[count - 1] >> right;
        }
        return Sandtable_Written(writer, count);
    }
    Py_ssize_t skipped = far / PyLong_SHIFT;
    int left = far % PyLong_SHIFT, right = PyLong_SHIFT - left;
    digit over = found.digits[found.count - 1] >> right;
    Py_ssize_t count = skipped + found.count + (over != 0);
    digit *into = Sandtable_Room(count, &writer), *to = into + skipped;
    memset(into, 0, skipped * sizeof(digit));
    to[0] = found.digits[0] << left & PyLong_MASK;
    for (Py_ssize_t n = 1; n < found.count; n++) {
        to[n] = (found.digits[n] << left | found.digits[n - 1] >> right) & PyLong_MASK;
    }
    if (over) {
        to[found.count] = over;
    }
    return Sandtable_Written(writer, count);
}

/* squares << by */
CPyTagged Sandtable_Left(CPyTagged squares, CPyTagged by) {
    if (likely(CPyTagged_CheckShort(by) && by < 30 << 1 && CPyTagged_CheckShort(squares) && squares < 1ull << 32)) {
        return squares << (by >> 1);
    }
    if (CPyTagged_CheckShort(by) && (Py_ssize_t)by >= 0 && (CPyTagged_CheckLong(squares) || (Py_ssize_t)squares > 0)) {
        return Sandtable_Moved(squares, by);
    }
    return CPyTagged_Lshift(squares, by);
}

/* squares >> by */
CPyTagged Sandtable_Right(CPyTagged squares, CPyTagged by) {
    if (CPyTagged_CheckLong(squares) && CPyTagged_CheckShort(by) && (Py_ssize_t)by > 0) {
        return Sandtable_Moved(squares, -by);
    }
    return CPyTagged_Rshift(squares, by);
}

/* squares.bit_count() */
CPyTagged Sandtable_BitCount(CPyTagged squares) {
    if (CPyTagged_CheckShort(squares)) {
        Py_ssize_t number = CPyTagged_ShortAsSsize_t(squares);
        return (CPyTagged)__builtin_popcountll(number < 0 ? -number : number) << 1;
    }
    Sandtable_Digits found;
    Sandtable_Look(squares, &found);
    Py_ssize_t members = 0, count = found.count < 0 ? -found.count : found.count;
    for (Py_ssize_t n = 0; n < count; n++) {
        for (digit left = found.digits[n]; left; left &= left - 1) {
            members++;
        }
    }
    return (CPyTagged)members << 1;
}

/* The members of a set in rising order; nobody asks for those of a negative number. */
PyObject *Sandtable_Bits(CPyTagged squares) {
    Sandtable_Digits found;
    Sandtable_Look(squares, &found);
    if (unlikely(found.count < 0)) {
        PyErr_SetString(PyExc_ValueError, "the members of a negative number are without end");
        return NULL;
    }
    Py_ssize_t members = 0, n = 0;
    for (; n + 1 < found.count; n += 2) { /* most have none */
        uint64_t both;
        memcpy(&both, found.digits + n, sizeof(both));
        for (; both; both &= both - 1) {
            members++;
        }
    }
    for (digit left = n < found.count ? found.digits[n] : 0; left; left &= left - 1) {
        members++;
    }
    PyObject *list = PyList_New(members);
    if (unlikely(list == NULL)) {
        return NULL;
    }
    Py_ssize_t next = 0;
    for (n = 0; next < members; n++) {
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
