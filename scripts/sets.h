/* Sets of squares as bits of large integers, for compiled rules (scripts/unfold.py says where they are called).

   mypyc makes a new integer of everything that is done to a large one, even where only its truth is asked for, and for
   a complement three of them; what two have in common it finds out digit by digit, with their signs. These look at the
   digits themselves. What is seldom, such as a negative number, is left to Python.

   They are called, not written out wherever they are needed: rules are more than the processor keeps at hand as it is.
*/
#ifndef SANDTABLE_SETS_H
#define SANDTABLE_SETS_H

#include <Python.h>
#include <CPy.h>

char Sandtable_HasSeldom(CPyTagged squares, CPyTagged v);
char Sandtable_LongMeets(CPyTagged a, CPyTagged b);
CPyTagged Sandtable_LongAnd(CPyTagged a, CPyTagged b);
CPyTagged Sandtable_LongOr(CPyTagged a, CPyTagged b);
CPyTagged Sandtable_LongXor(CPyTagged a, CPyTagged b);

/* a & ~b, as a truth and as a set */
char Sandtable_Strays(CPyTagged a, CPyTagged b);
CPyTagged Sandtable_Less(CPyTagged a, CPyTagged b);

/* squares << by, or >> -by if that is negative */
CPyTagged Sandtable_Moved(CPyTagged squares, CPyTagged by);
CPyTagged Sandtable_Left(CPyTagged squares, CPyTagged by);
CPyTagged Sandtable_Right(CPyTagged squares, CPyTagged by);

/* How many members a set has, and these in rising order */
CPyTagged Sandtable_BitCount(CPyTagged squares);
PyObject *Sandtable_Bits(CPyTagged squares);

/* squares >> v & 1, as a truth; 2 with an error set for a negative v */
static inline char Sandtable_Has(CPyTagged squares, CPyTagged v) {
    if (likely(CPyTagged_CheckLong(squares) && CPyTagged_CheckShort(v) && (Py_ssize_t)v >= 0)) {
        PyLongObject *number = (PyLongObject *)CPyTagged_LongAsObject(squares);
        Py_ssize_t count = CPY_LONG_SIZE_SIGNED(number);
        uint64_t at = v >> 1, place = at / PyLong_SHIFT;
        if (likely(count >= 0)) {
            return place < (uint64_t)count && CPY_LONG_DIGIT(number, place) >> at % PyLong_SHIFT & 1;
        }
    }
    return Sandtable_HasSeldom(squares, v);
}

/* a & b, as a truth */
static inline char Sandtable_Meets(CPyTagged a, CPyTagged b) {
    return CPyTagged_CheckShort(a | b) ? (a & b) != 0 : Sandtable_LongMeets(a, b);
}

static inline CPyTagged Sandtable_And(CPyTagged a, CPyTagged b) {
    return CPyTagged_CheckShort(a | b) ? a & b : Sandtable_LongAnd(a, b);
}

static inline CPyTagged Sandtable_Or(CPyTagged a, CPyTagged b) {
    return CPyTagged_CheckShort(a | b) ? a | b : Sandtable_LongOr(a, b);
}

static inline CPyTagged Sandtable_Xor(CPyTagged a, CPyTagged b) {
    return CPyTagged_CheckShort(a | b) ? a ^ b : Sandtable_LongXor(a, b);
}

#endif
