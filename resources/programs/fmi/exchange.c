/*
 * What happens in model exchange: gaps close, contacts and sticking end, what slides turns, signals
 * switch, values pass through zero.  Importers see it as events, by indicators.
 */
#ifdef WATCHED

enum { INDICATORS = WATCHED };

/* Positive until something happens: how wide a gap is, or how much what touches is pushed. */
static int get_indicators(state *s, double *value) {
    const int status = make_ready(s);
    int i;
    watched(s->c, s->clock, s->t, s->y, AS_HELD, value);
    for (i = 0; i < WATCHED; i++) {
        value[i] = s->room[i] - value[i];
        if (value[i] > 5.0 * s->room[i]) {
            value[i] -= s->room[i];
            s->room[i] = 0.0;
        }
    }
#ifdef LIMITS
    for (i = 0; i < LIMITS; i++) {
        if (s->apart[i] && value[i] > 4.0 * s->clock[AT_SLACK + i]) {
            value[i] += PASSED - s->clock[AT_SLACK + i];
            s->clock[AT_SLACK + i] = PASSED;
            s->apart[i] = 0;
        }
    }
#endif
    return status;
}

/*
 * What changed may lie at zero from there on, as a slip that begins, and the errors of an importer
 * lead it through that again at once.  Each time it gets more room than that was, until it is away;
 * what goes on happening is none of these errors.
 */
static void make_room(state *s, int which, double value) {
    const double brief = 1e-6 * TIME_UNIT;
    const int again = s->again[which] > 0 && s->t <= s->since[which] + brief;
    s->again[which] = again ? s->again[which] + 1 : 1;
    s->since[which] = s->t;
    if (again && s->again[which] < 10) {
        s->room[which] = 8.0 * (s->room[which] - value);
    }
}

/*
 * Whether something happened since the last event: then `limit` marks gaps that closed, and
 * `which` is a contact that ended, or something else of what is watched, or -1.
 */
static int has_happened(state *s, int *limit, int *which) {
    double value[WATCHED];
    int i, happened = 0;
    *which = -1;
    memset(limit, 0, ALL * sizeof *limit);
    if (get_indicators(s, value) != 0) {
        return 0;
    }
    for (i = 0; i < WATCHED; i++) {
        if (value[i] > 0.0) {
            s->clock[AT_WATCHED + i] = s->room[i] > 0.0 ? -SMALLEST : -value[i];
            continue;
        }
        if (!(s->clock[AT_WATCHED + i] < 0.0)) {
            continue;
        }
#ifdef LIMITS
        if (i < LIMITS) {
            happened = 1;
            if (s->held[ROWS + i]) {
                *which = i;
            } else {
                limit[ROWS + i] = 1;
            }
            continue;
        }
#endif
        if (!happened) {
            happened = 1;
            *which = i;
            make_room(s, i, value[i]);
        }
    }
    return happened;
}

#else

enum { INDICATORS = 0 };

static int get_indicators(state *s, double *value) {
    (void)value;
    return make_ready(s);
}

#endif

/*
 * Importers integrate by errors far above PASSED, and limits that touch without a push, as where
 * a contact just ended, would be passed by these again and again.  They get more room, until they
 * are open.
 */
static void enter_continuous(state *s) {
#ifdef LIMITS
    const real *q = s->y, *v = s->y + N;
    real mass[N * N], position[ALL], velocity[ALL], slopes[ALL * N], reach[ALL * N];
    real size[ALL], slow;
    int i;
    conditions(s->c, s->t, q, v, mass, position, velocity, slopes, reach);
    gauge(reach, size);
    for (i = 0; i < LIMITS; i++) {
        slow = maximum(REBOUND * s->clock[AT_FASTEST], STILL * size[i] / TIME_UNIT);
        s->apart[i] = !s->held[ROWS + i] && fabs(position[ROWS + i]) <= CLOSED * size[i] &&
                      fabs(velocity[ROWS + i]) <= slow;
        if (s->apart[i]) {
            s->clock[AT_SLACK + i] = maximum(position[ROWS + i], 0.0) + 0.1 * CLOSED * size[i];
            s->clock[AT_WATCHED + i] = position[ROWS + i] - s->clock[AT_SLACK + i];
        }
    }
#endif
    s->phase = BETWEEN_EVENTS;
}

#ifdef ACTS

/* What acts at instants does so, woken by a guard unless that is below 0. */
static int act_now(state *s, int guard) {
#ifdef BLOCKS
    real last[BLOCKS];
    outputs_now(s->c, s->clock, s->y, last);
#else
    real last[1];
#endif
    s->clock[0] = s->t;
    return act(s->c, s->clock, s->y, last, guard);
}

#endif

/* Where functions of time jump next; before that they are not what they are behind it. */
static int next_jump(const state *s) {
    int k = s->passed;
    while (k < STRETCHES - 1 && !(BEFORE_SWITCH[k] < AFTER_SWITCH[k])) {
        k++;
    }
    return k;
}

/* When something acts by the clock; LARGEST for never. */
static double next_time(state *s) {
    double next = BEFORE_SWITCH[next_jump(s)];
#ifdef SAMPLERS
    next = minimum(next, due(s->c, s->clock, s->y));
#endif
    return next;
}

/* Whether that is now: an importer may come there by a rounding too early. */
static int is_due(state *s) {
    const double next = next_time(s);
    const double close = 16.0 * EPSILON * (fabs(s->t) + TIME_UNIT);
    if (s->t < next - close) {
        return 0;
    }
    s->t = maximum(s->t, next);
    return 1;
}

/* Do what acts by the clock. */
static int act_by_time(state *s) {
    const int jump = next_jump(s);
    int status = 0;
    if (s->t >= BEFORE_SWITCH[jump]) {
#ifdef BLOCKS
        real last[BLOCKS];
        outputs_now(s->c, s->clock, s->y, last);
        s->t = s->clock[0] = AFTER_SWITCH[jump];
        s->passed = jump + 1;
        return act(s->c, s->clock, s->y, last, -1);
#else
        s->t = s->clock[0] = AFTER_SWITCH[jump];
        s->passed = jump + 1;
#endif
    }
#ifdef ACTS
    status = act_now(s, -1);
#endif
    return status;
}

#ifdef WATCHED

#ifdef SENSES

static int get_derivatives(state *s, double *rate);

/* The kinetic energy; the largest one so far is kept. */
static real liveliness(state *s) {
    real energy[3];
    energies(s->c, s->t, s->y, s->y + N, energy);
    s->liveliest = maximum(s->liveliest, energy[0]);
    return energy[0];
}

/*
 * Lead the state along its motion to where a slip is 0, which an importer passes by its errors: what
 * turns there without any force on others would bring all to rest a little beside.
 */
static void approach(state *s, int slip) {
    const real small = 1e-6 * TIME_UNIT;
    real value[WATCHED], rate[2 * N + OWN], y[2 * N@STATES@], now, then, step;
    int turn, i;
    watched(s->c, s->clock, s->t, s->y, AS_HELD, value);
    now = value[slip];
    for (turn = 0; turn < 4 && now != 0.0 && get_derivatives(s, rate) == 0; turn++) {
        memcpy(y, s->y, sizeof y);
        for (i = 0; i < 2 * N + OWN; i++) {
            s->y[i] += small * rate[i];
        }
        watched(s->c, s->clock, s->t, s->y, AS_HELD, value);
        step = -now * small / (value[slip] - now);
        for (i = 0; i < 2 * N + OWN; i++) {
            s->y[i] = y[i] + step * rate[i];
        }
        s->outdated = 1;
        watched(s->c, s->clock, s->t, s->y, AS_HELD, value);
        then = value[slip];
        if (!(fabs(step) < 1e3 * small && fabs(then) < fabs(now))) {
            memcpy(s->y, y, sizeof y);
            return;
        }
        now = then;
    }
}

#endif

/* Do what follows from what happened. */
static int react(state *s, int *limit, int which) {
    int status;
#ifdef SENSES
    const real before = liveliness(s);
    const int turns = which >= FIRST_SLIP && which < UNGUARDED && !s->held[ROWS + which];
#endif
#ifdef LIMITS
    real q[N];
    int i;
    /* An importer that does not look for the instant comes a little too late. */
    memcpy(q, s->y, sizeof q);
    if (meet(s->c, s->t, limit, q, s->y + N) == 0) {
        memcpy(s->y, q, sizeof q);
    }
    /* What never opened touches again without an impact. */
    for (i = 0; i < LIMITS; i++) {
        limit[ROWS + i] = limit[ROWS + i] && s->apart[i];
    }
    align(s->c, s->t, DEPENDENT, limit, s->y, s->y + N);
#else
    (void)limit;
#endif
#ifdef ACTS
    if (which >= UNGUARDED) {
        return act_now(s, which - UNGUARDED);
    }
#endif
#ifdef SENSES
    if (turns) {
        approach(s, which);
    }
#endif
#ifdef LIMITS
    status = arrive(s->c, s->clock, s->y, which);
    if (status < 0) {
        count_impact(s);
#ifdef ACTS
        return act_now(s, -1);
#else
        return 0;
#endif
    }
#elif defined(SENSES)
    status = change(s->c, s->clock, s->y, which);
#else
    (void)which;
    status = 0;
#endif
#ifdef SENSES
    if (turns && status == 0 && before - liveliness(s) > 1e-3 * s->liveliest) {
        status = TOO_LATE;
    }
#endif
    return status;
}

#endif

/* An event: 0, or why the motion ends.  The state `changed` where there was something to do. */
static int update(state *s, int *changed) {
    int status, turn, busy = 1;
    *changed = s->unsettled;
    status = make_ready(s);
    s->clock[0] = s->t;
    for (turn = 0; turn < MOST_AT_ONCE && busy && status == 0 && !s->ended; turn++) {
        busy = 0;
        if (is_due(s)) {
            busy = 1;
            lead_back(s->c, s->t, s->held, s->y, s->y + N);
            status = act_by_time(s);
        }
#ifdef WATCHED
        else {
            int limit[ALL > 0 ? ALL : 1], which;
            busy = has_happened(s, limit, &which);
            if (busy) {
                lead_back(s->c, s->t, s->held, s->y, s->y + N);
                status = react(s, limit, which);
            }
        }
#endif
        if (busy) {
            *changed = 1;
#ifdef STOPPED
            s->ended = status == STOPPED;
            status = s->ended ? 0 : status;
#endif
            hold(s);
        }
    }
    return status;
}

/* Whether an importer has to enter event mode after a step that it completed. */
static int asks_for_event(state *s) {
#ifdef SLIPS
    quicken(s->clock, s->y);
#endif
#ifdef WATCHED
    {
        int limit[ALL > 0 ? ALL : 1], which;
#ifdef SENSES
        liveliness(s);
#endif
        return has_happened(s, limit, &which);
    }
#else
    (void)s;
    return 0;
#endif
}
