/* The search of geometry/reach.py in numbers of the machine, told to mypyc by scripts/translate.py.

   What a search writes on the way is kept from one to the next, since making it takes as long as many a search: the
   least cost of each place (all FAR between searches), where one comes from, the places in the order in which they were
   found, and the rings, which are chains of entries, first come first served.
*/
#ifndef SANDTABLE_REACH_H
#define SANDTABLE_REACH_H

#include "quick.h"

#define SANDTABLE_CLOSED 255
#define SANDTABLE_FAR 10000

static struct {
    Py_ssize_t places, rings, entries;  /* how many there is room for */
    int *best, *from, *order;
    int *first, *last;  /* entries of each ring */
    int *place, *next;
} Sandtable_Paper = {0};

/* Makes room for at least so many numbers in a row. */
static int Sandtable_Sheet(int **row, Py_ssize_t count) {
    int *larger = PyMem_Realloc(*row, (size_t)count * sizeof(int));
    if (larger == NULL) {
        PyErr_NoMemory();
        return 0;
    }
    *row = larger;
    return 1;
}

static int Sandtable_Lay(Py_ssize_t places, Py_ssize_t rings) {
    if (places > Sandtable_Paper.places) {
        if (!Sandtable_Sheet(&Sandtable_Paper.best, places) || !Sandtable_Sheet(&Sandtable_Paper.from, places) ||
            !Sandtable_Sheet(&Sandtable_Paper.order, places)) {
            return 0;
        }
        for (Py_ssize_t n = Sandtable_Paper.places; n < places; n++) {
            Sandtable_Paper.best[n] = SANDTABLE_FAR;
        }
        Sandtable_Paper.places = places;
    }
    if (rings > Sandtable_Paper.rings) {
        if (!Sandtable_Sheet(&Sandtable_Paper.first, rings) || !Sandtable_Sheet(&Sandtable_Paper.last, rings)) {
            return 0;
        }
        Sandtable_Paper.rings = rings;
    }
    return 1;
}

/* A small number of Python's that is not negative; one of more than a digit is none of a map's. */
static inline Py_ssize_t Sandtable_Digit(PyObject *number) {
    return Py_SIZE(number) == 0 ? 0 : (Py_ssize_t)CPY_LONG_DIGIT((PyLongObject *)number, 0);
}

/* One more place in a ring. */
static inline int Sandtable_Enter(int entry, int place, Py_ssize_t ring) {
    if (unlikely(entry >= Sandtable_Paper.entries)) {
        Py_ssize_t more = Sandtable_Paper.entries * 2 + 256;
        if (!Sandtable_Sheet(&Sandtable_Paper.place, more) || !Sandtable_Sheet(&Sandtable_Paper.next, more)) {
            return 0;
        }
        Sandtable_Paper.entries = more;
    }
    Sandtable_Paper.place[entry] = place;
    Sandtable_Paper.next[entry] = -1;
    if (Sandtable_Paper.first[ring] < 0) {
        Sandtable_Paper.first[ring] = entry;
    } else {
        Sandtable_Paper.next[Sandtable_Paper.last[ring]] = entry;
    }
    Sandtable_Paper.last[ring] = entry;
    return 1;
}

/* search(before, start, points, within, spare, toll, halt, apart); the spare columns are the interpreter's */
static CPy_NOINLINE PyObject *Sandtable_Search(PyObject *before, CPyTagged from_where, CPyTagged so_many, PyObject *within,
                                               PyObject *spare, PyObject *toll, PyObject *halt, char apart) {
    Py_ssize_t start = CPyTagged_ShortAsSsize_t(from_where), points = CPyTagged_ShortAsSsize_t(so_many);
    Py_ssize_t places = PyList_GET_SIZE(toll), enough = PyList_GET_SIZE(within) - 1;
    int entries = 0, found = 0, sound = 0;
    PyObject *spent = NULL;
    if (unlikely(start < 0 || start >= places || PyList_GET_SIZE(halt) != places || points < 0 || enough < 0)) {
        PyErr_SetString(PyExc_IndexError, "list index out of range");
        return NULL;
    }
    if (!Sandtable_Lay(places, points + 1)) {
        return NULL;
    }
    int *best = Sandtable_Paper.best, *from = Sandtable_Paper.from, *order = Sandtable_Paper.order;
    for (Py_ssize_t ring = 0; ring <= points; ring++) {
        Sandtable_Paper.first[ring] = -1;
    }
    best[start] = 0;
    if (!Sandtable_Enter(entries++, (int)start, 0)) {
        goto done;
    }
    for (Py_ssize_t ring = 0; ring < points; ring++) {
        for (int entry = Sandtable_Paper.first[ring]; entry >= 0; entry = Sandtable_Paper.next[entry]) {
            int a = Sandtable_Paper.place[entry], barred = 0;
            if (best[a] != ring || (a != start && Sandtable_Digit(PyList_GET_ITEM(halt, a)))) {
                continue;
            }
            Py_ssize_t here = ring, leaving = Sandtable_Digit(PyList_GET_ITEM(toll, a));
            if (leaving && leaving != SANDTABLE_CLOSED) {
                here += leaving;
                barred = apart;
                if (here >= points) {
                    continue;
                }
            }
            PyObject *rows = PyList_GET_ITEM(within, points - here < enough ? points - here : enough);
            if (unlikely(a >= PyList_GET_SIZE(rows))) {
                PyErr_SetString(PyExc_IndexError, "list index out of range");
                goto done;
            }
            PyObject *steps = PyList_GET_ITEM(rows, a);
            for (Py_ssize_t n = 0; n < PyList_GET_SIZE(steps); n++) {
                Py_ssize_t step = Sandtable_Digit(PyList_GET_ITEM(steps, n)), b = step >> 8, total = here + (step & 255);
                if (unlikely(b >= places)) {
                    PyErr_SetString(PyExc_IndexError, "list index out of range");
                    goto done;
                }
                if (total >= best[b]) {
                    continue;
                }
                Py_ssize_t entering = Sandtable_Digit(PyList_GET_ITEM(toll, b));
                if (entering) {
                    total += entering;
                    if (entering == SANDTABLE_CLOSED || barred || total > points || total >= best[b]) {
                        continue;
                    }
                }
                if (best[b] == SANDTABLE_FAR) {
                    order[found++] = (int)b;
                }
                best[b] = (int)total;
                from[b] = a;
                if (!Sandtable_Enter(entries++, (int)b, total)) {
                    goto done;
                }
            }
        }
    }
    spent = PyList_New(found);
    for (int n = 0; spent != NULL && n < found; n++) {
        PyObject *place = PyLong_FromLong(order[n]), *behind = PyLong_FromLong(from[order[n]]);
        PyList_SET_ITEM(spent, n, PyLong_FromLong(best[order[n]]));
        sound = PyDict_SetItem(before, place, behind);
        Py_DECREF(place);
        Py_DECREF(behind);
        if (sound < 0) {
            Py_CLEAR(spent);
        }
    }
done:
    best[start] = SANDTABLE_FAR;
    for (int n = 0; n < found; n++) {
        best[order[n]] = SANDTABLE_FAR;
    }
    return spent;
}

#endif
