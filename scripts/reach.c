/* The searches of geometry/reach.py in numbers of the machine, told to mypyc by scripts/translate.py.

   What a search writes on the way is kept from one to the next, since making it takes as long as many a search: the
   least cost of each place (all FAR between searches), where one comes from, the places in the order in which they were
   found, and the rings, which are chains of entries, first come first served.
*/
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

/* The steps of a net in one row of the machine, which is read many times quicker than Python's numbers: those of place a
   are steps[from[a]] up to steps[from[a + 1]]. Nets are few and live as long as the program; of many the last are kept.
*/
#define SANDTABLE_NETS 8

static struct {
    PyObject *rows;
    Py_ssize_t places;
    int *from, *steps;
} Sandtable_Nets[SANDTABLE_NETS] = {0};
static int Sandtable_LastNet = 0;

/* Copies a net to where the oldest copy is; 0 when there is no room, or a step leads nowhere. */
static CPy_NOINLINE int Sandtable_CopyNet(PyObject *rows, Py_ssize_t places) {
    int at = (Sandtable_LastNet + 1) % SANDTABLE_NETS;
    Py_ssize_t count = 0;
    if (PyList_GET_SIZE(rows) < places) {
        PyErr_SetString(PyExc_IndexError, "list index out of range");
        return 0;
    }
    for (Py_ssize_t a = 0; a < places; a++) {
        count += PyList_GET_SIZE(PyList_GET_ITEM(rows, a));
    }
    Py_CLEAR(Sandtable_Nets[at].rows);
    if (!Sandtable_Sheet(&Sandtable_Nets[at].from, places + 1) || !Sandtable_Sheet(&Sandtable_Nets[at].steps, count + 1)) {
        return 0;
    }
    int *from = Sandtable_Nets[at].from, *steps = Sandtable_Nets[at].steps, written = 0;
    for (Py_ssize_t a = 0; a < places; a++) {
        PyObject *row = PyList_GET_ITEM(rows, a);
        from[a] = written;
        for (Py_ssize_t n = 0; n < PyList_GET_SIZE(row); n++) {
            long step = PyLong_AsLong(PyList_GET_ITEM(row, n));
            if (step < 0 || step >> 8 >= places) {
                PyErr_SetString(PyExc_IndexError, "list index out of range");
                return 0;
            }
            steps[written++] = (int)step;
        }
    }
    from[places] = written;
    Py_INCREF(rows);
    Sandtable_Nets[at].rows = rows;
    Sandtable_Nets[at].places = places;
    Sandtable_LastNet = at;
    return 1;
}

/* Finds the copy of a net, or makes it. */
static inline int Sandtable_FindNet(PyObject *rows, Py_ssize_t places) {
    for (int n = 0; n < SANDTABLE_NETS; n++) {
        int at = (Sandtable_LastNet + n) % SANDTABLE_NETS;
        if (Sandtable_Nets[at].rows == rows && Sandtable_Nets[at].places == places) {
            Sandtable_LastNet = at;
            return 1;
        }
    }
    return Sandtable_CopyNet(rows, places);
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
PyObject *Sandtable_Search(PyObject *before, CPyTagged from_where, CPyTagged so_many, PyObject *within, PyObject *spare,
                           PyObject *tolls, PyObject *halts, char apart) {
    Py_ssize_t start = CPyTagged_ShortAsSsize_t(from_where), points = CPyTagged_ShortAsSsize_t(so_many);
    Py_ssize_t places = PyByteArray_GET_SIZE(tolls);
    int entries = 0, found = 0, sound = 0;
    PyObject *spent = NULL;
    if (unlikely(start < 0 || start >= places || PyByteArray_GET_SIZE(halts) != places || points < 0 ||
                 points >= SANDTABLE_FAR || !PyList_GET_SIZE(within))) {
        PyErr_SetString(PyExc_IndexError, "list index out of range");
        return NULL;
    }
    if (!Sandtable_Lay(places, points + 1) || !Sandtable_FindNet(PyList_GET_ITEM(within, PyList_GET_SIZE(within) - 1), places)) {
        return NULL;
    }
    const unsigned char *toll = (const unsigned char *)PyByteArray_AS_STRING(tolls);
    const unsigned char *halt = (const unsigned char *)PyByteArray_AS_STRING(halts);
    const int *rows = Sandtable_Nets[Sandtable_LastNet].from, *steps = Sandtable_Nets[Sandtable_LastNet].steps;
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
            if (best[a] != ring || (a != start && halt[a])) {
                continue;
            }
            Py_ssize_t here = ring;
            if (toll[a] && toll[a] != SANDTABLE_CLOSED) {
                here += toll[a];
                barred = apart;
            }
            for (int n = rows[a]; n < rows[a + 1]; n++) {
                int b = steps[n] >> 8;
                Py_ssize_t total = here + (steps[n] & 255) + toll[b];
                if (total > points || total >= best[b] || (toll[b] && (barred || toll[b] == SANDTABLE_CLOSED))) {
                    continue;
                }
                if (best[b] == SANDTABLE_FAR) {
                    order[found++] = b;
                }
                best[b] = (int)total;
                from[b] = a;
                if (!Sandtable_Enter(entries++, b, total)) {
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

/* least_costs(goals, toll, back, far); which of equal places comes first makes no difference here */
PyObject *Sandtable_LeastCosts(PyObject *goals, PyObject *tolls, PyObject *back, CPyTagged too_far) {
    Py_ssize_t places = PyList_GET_SIZE(tolls), far = CPyTagged_ShortAsSsize_t(too_far), rings = 0, at = 0;
    int entries = 0;
    PyObject *goal, *more, *found = NULL;
    if (unlikely(!CPyTagged_CheckShort(too_far) || far < 0 || far > SANDTABLE_FAR)) {
        PyErr_SetString(PyExc_OverflowError, "nothing is so far away");
        return NULL;
    }
    if (!Sandtable_Lay(places, far + 1) || !Sandtable_FindNet(back, places)) {
        return NULL;
    }
    const int *rows = Sandtable_Nets[Sandtable_LastNet].from, *steps = Sandtable_Nets[Sandtable_LastNet].steps;
    int *best = Sandtable_Paper.best, *toll = Sandtable_Paper.from;
    for (Py_ssize_t n = 0; n < places; n++) {
        best[n] = (int)far;
        toll[n] = (int)PyLong_AsLong(PyList_GET_ITEM(tolls, n));
    }
    while (PyDict_Next(goals, &at, &goal, &more)) {
        long place = PyLong_AsLong(goal), cost = PyLong_AsLong(more);
        if (unlikely(place < 0 || place >= places || cost < 0)) {
            PyErr_SetString(PyExc_IndexError, "list index out of range");
            goto done;
        }
        if (cost < far) {
            best[place] = (int)cost;
            for (; rings <= cost; rings++) {
                Sandtable_Paper.first[rings] = -1;
            }
            if (!Sandtable_Enter(entries++, (int)place, cost)) {
                goto done;
            }
        }
    }
    for (Py_ssize_t ring = 0; ring < rings; ring++) {
        for (int entry = Sandtable_Paper.first[ring]; entry >= 0; entry = Sandtable_Paper.next[entry]) {
            int b = Sandtable_Paper.place[entry];
            if (best[b] != ring) {
                continue;
            }
            for (int n = rows[b]; n < rows[b + 1]; n++) {
                int a = steps[n] >> 8;
                Py_ssize_t total = ring + toll[b] + (steps[n] & 255);
                if (total < best[a]) {
                    best[a] = (int)total;
                    for (; rings <= total; rings++) {
                        Sandtable_Paper.first[rings] = -1;
                    }
                    if (!Sandtable_Enter(entries++, a, total)) {
                        goto done;
                    }
                }
            }
        }
    }
    found = PyList_New(places);
    PyObject *beyond = PyLong_FromSsize_t(far);
    for (Py_ssize_t n = 0; found != NULL && beyond != NULL && n < places; n++) {
        if (best[n] == far) {
            Py_INCREF(beyond);
        }
        PyList_SET_ITEM(found, n, best[n] == far ? beyond : PyLong_FromLong(best[n]));
    }
    Py_XDECREF(beyond);
done:
    for (Py_ssize_t n = 0; n < places; n++) {
        best[n] = SANDTABLE_FAR;
    }
    return found;
}
