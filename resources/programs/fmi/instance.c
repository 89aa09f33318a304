/*
 * One instance, whatever the version of FMI: its state, and its variables by value reference.
 */
enum {
    OF_TIME = 0,
    OF_PARAMETERS = 1,
    OF_Q = OF_PARAMETERS + PARAMETERS,
    OF_V = OF_Q + N,
    OF_U = OF_V + N@STATES@,
    OF_A = OF_U + N,
    OF_ENERGIES = OF_A + N + OWN,
    OF_IMPACTS = OF_ENERGIES + 4,
#ifdef LIMITS
    OF_SHOWN = OF_IMPACTS + 3,
#else
    OF_SHOWN = OF_IMPACTS,
#endif
#ifdef SHOWN
    OF_INDICATORS = OF_SHOWN + SHOWN,
#else
    OF_INDICATORS = OF_SHOWN,
#endif
#ifdef WATCHED
    OF_NOTHING = OF_INDICATORS + WATCHED
#else
    OF_NOTHING = OF_INDICATORS
#endif
};

/* What is held slides in senses, where something rubs. */
#ifdef SENSES
#define AS_HELD s->held, s->senses
#else
#define AS_HELD s->held
#endif

/* So much happens at one instant at most, before that is taken for something without end. */
enum { MOST_AT_ONCE = 1000 };

enum { INSTANTIATED, INITIALISING, AT_EVENTS, BETWEEN_EVENTS, IN_STEPS, TERMINATED };

static const char *const TROUBLE[] = {
    "",
@TROUBLE@
    @WORDS@,
@END@
    "signals sample, or are delayed, from the start of the model on: begin there",
    "a slip that turns was passed by too much: integrate more exactly, or look for events",
};

/* The last two of these. */
enum { TOO_LATE = sizeof TROUBLE / sizeof *TROUBLE - 1, ELSEWHERE = TOO_LATE - 1 };

typedef struct {
    real c[CONSTANTS + N]; /* constants, and behind them the further forces */
    real t, y[2 * N@STATES@], clock[CLOCK_SIZE], a[N@STATES@], energy[3], rtol;
#ifdef SHOWN
    real shown[SHOWN];
    int unseen; /* what sensors show is not of this state */
#endif
#ifdef LIMITS
    real impacts[2];   /* their number, and when the last one was */
    int apart[LIMITS]; /* limits that touch and neither push nor close */
#endif
    int held[ALL > 0 ? ALL : 1];
#ifdef SENSES
    real senses[SENSES];
    real liveliest; /* the largest kinetic energy so far */
#endif
#ifdef WATCHED
    real room[WATCHED], since[WATCHED]; /* what is watched may err by so much, and when it happened */
    int again[WATCHED];                 /* and how often next to that */
#endif
    int phase;
    int underived; /* constants do not yet follow from the parameters */
    int unsettled; /* the state does not yet fit what was set */
    int outdated;  /* accelerations and energies are not of this state */
    int ended;     /* an event has ended the motion */
    int passed;    /* behind so many stretches of time is the state in model exchange */
} state;

static void reset_state(state *s) {
    int i;
    memset(s, 0, sizeof *s);
    for (i = 0; i < PARAMETERS; i++) {
        s->c[i] = DEFAULTS[i];
    }
    for (i = 0; i < 2 * N@STATES@; i++) {
        s->y[i] = START_STATE[i];
    }
    s->t = START_TIME;
#ifdef LIMITS
    s->impacts[1] = START_TIME;
#endif
    s->rtol = RELATIVE;
    s->underived = 1;
    s->unsettled = 1;
    s->outdated = 1;
}

/* Copy a state, to new memory where there is none yet: 0 where memory is at its end. */
static int copy_state(const void *from, void **kept) {
    if (*kept == NULL) {
        *kept = malloc(sizeof(state));
    }
    if (*kept == NULL) {
        return 0;
    }
    memcpy(*kept, from, sizeof(state));
    return 1;
}

/* A state as bytes: 0 where there is too little room. */
static int write_state(const void *kept, void *bytes, size_t size) {
    if (size < sizeof(state)) {
        return 0;
    }
    memcpy(bytes, kept, sizeof(state));
    return 1;
}

/* An importer that asks for a tolerance gets motions as exact as that of the model would be. */
static void set_tolerance(state *s, real tolerance) {
    if (tolerance > 0.0) {
        s->rtol = RELATIVE * tolerance / ASKED;
        s->rtol = s->rtol < 1e-3 ? s->rtol : 1e-3;
    }
}

/* Mark what holds the motion from now on: conditions, what is in contact, and what sticks. */
static void hold(state *s) {
    choose(s->c, s->t, s->y, s->y + N, s->held);
#if defined(LIMITS) || defined(SENSES)
    marked(s->clock, AS_HELD);
#endif
    s->outdated = 1;
}

/* Constants of the parameters, and the nearest state that meets the conditions. */
static int make_ready(state *s) {
    int status;
    if (s->underived) {
        derive(s->c);
        s->underived = 0;
    }
    if (!s->unsettled) {
        return 0;
    }
#if defined(SAMPLERS) || defined(DELAYS)
    if (s->phase <= INITIALISING && s->t != START_TIME) {
        return ELSEWHERE;
    }
#endif
    if (s->phase <= INITIALISING) {
        memset(s->clock, 0, sizeof s->clock);
        memcpy(s->y + 2 * N + OWN, START_STATE + 2 * N + OWN,
               sizeof s->y - (2 * N + OWN) * sizeof *s->y);
    }
    s->passed = piece_at(AFTER_SWITCH, STRETCHES, s->t);
    s->clock[0] = s->t;
    s->clock[1] = 0.0;
    s->clock[2] = 0.0;
    s->clock[3] = 0.5;
    status = take_up(s->c, s->clock, s->y);
    if (status == 0) {
        hold(s);
        s->unsettled = 0;
    }
    return status;
}

#ifdef LIMITS
static void count_impact(state *s) {
    s->impacts[0] += 1.0;
    s->impacts[1] = s->clock[0];
}
#endif

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

/* Accelerations and energies of the state. */
static int renew(state *s) {
    const real *q = s->y, *v = s->y + N;
    int status = make_ready(s);
    if (status != 0 || !s->outdated) {
        return status;
    }
    status = held_accelerations(s->c, s->t, q, v, s->c + CONSTANTS, AS_HELD, s->a);
    energies(s->c, s->t, q, v, s->energy);
#ifdef SENSES
    if (status == 0) {
        status = rubbed_away(s->c, s->t, q, v, s->c + CONSTANTS, AS_HELD, s->energy + 2);
    }
#endif
    s->outdated = status != 0;
#ifdef SHOWN
    s->unseen = 1;
#endif
    return status;
}

/* What a sensor shows at the state. */
static int look(state *s, int which, double *value) {
    int status = renew(s);
#ifdef SHOWN
    if (status == 0 && s->unseen) {
        const real *q = s->y, *v = s->y + N;
        status = held_outputs(s->c, s->t, q, v, s->c + CONSTANTS, AS_HELD, s->shown);
        s->unseen = status != 0;
    }
    *value = s->shown[which];
#else
    (void)which, (void)value;
#endif
    return status;
}

/* 0, or why the variable has no value; -1 where there is none. */
static int get_variable(state *s, unsigned int place, double *value) {
    int status = 0;
    if (place == OF_TIME) {
        *value = s->t;
    } else if (place < OF_Q) {
        *value = s->c[place - OF_PARAMETERS];
    } else if (place < OF_U) {
        status = make_ready(s);
        *value = s->y[place - OF_Q];
    } else if (place < OF_A) {
        *value = s->c[CONSTANTS + place - OF_U];
    } else if (place < OF_ENERGIES) {
        status = renew(s);
        *value = s->a[place - OF_A];
    } else if (place < OF_IMPACTS) {
        const int which = (int)place - OF_ENERGIES;
        status = renew(s);
        *value = which < 2 ? s->energy[which]
                           : (which == 2 ? s->energy[0] + s->energy[1] : s->energy[2]);
#ifdef LIMITS
    } else if (place < OF_SHOWN) {
        const int which = (int)place - OF_IMPACTS;
        *value = which < 2 ? s->impacts[which] : s->clock[AT_LOSS];
#endif
#ifdef WATCHED
    } else if (place >= OF_INDICATORS && place < OF_NOTHING) {
        double all[WATCHED];
        status = get_indicators(s, all);
        *value = all[place - OF_INDICATORS];
#endif
    } else if (place < OF_INDICATORS) {
        status = look(s, (int)place - OF_SHOWN, value);
    } else {
        status = -1;
    }
    return status;
}

/* Whether a parameter is an input: it stands in forces alone, and moves no state. */
static int is_driven(unsigned int place) {
#ifdef DRIVEN
    static const unsigned int driven[] = DRIVEN;
    size_t i;
    for (i = 0; i < sizeof driven / sizeof *driven; i++) {
        if (driven[i] == place) {
            return 1;
        }
    }
#else
    (void)place;
#endif
    return 0;
}

/* 0, or -1 where the variable may not be set now. */
static int set_variable(state *s, unsigned int place, double value) {
#ifdef CHANGES
    /* What slides, sticks and acts may do otherwise where other forces act. */
    const int is_force = place >= OF_U && place < OF_A && value != s->c[CONSTANTS + place - OF_U];
    const int is_other = place >= OF_PARAMETERS && place < OF_Q && is_driven(place - OF_PARAMETERS) &&
                         value != s->c[place - OF_PARAMETERS];
    if (s->phase != BETWEEN_EVENTS && (is_force || is_other)) {
        s->unsettled = 1;
    }
#endif
    if (place >= OF_PARAMETERS && place < OF_Q && is_driven(place - OF_PARAMETERS)) {
        s->c[place - OF_PARAMETERS] = value;
        s->underived = 1;
    } else if (place >= OF_PARAMETERS && place < OF_Q && s->phase != BETWEEN_EVENTS) {
        s->c[place - OF_PARAMETERS] = value;
        s->underived = 1;
        s->unsettled = 1;
    } else if (place >= OF_Q && place < OF_Q + 2 * N + OWN && s->phase <= INITIALISING) {
        s->y[place - OF_Q] = value;
        s->unsettled = 1;
    } else if (place >= OF_U && place < OF_A) {
        s->c[CONSTANTS + place - OF_U] = value;
    } else {
        return -1;
    }
    s->outdated = 1;
    return 0;
}

static int get_derivatives(state *s, double *rate) {
    const int status = renew(s);
    memcpy(rate, s->y + N, N * sizeof *rate);
    memcpy(rate + N, s->a, (N + OWN) * sizeof *rate);
    return status;
}

static void set_states(state *s, const double *x) {
    memcpy(s->y, x, (2 * N + OWN) * sizeof *x);
    s->outdated = 1;
}

/*
 * Derivatives of variables along a direction: `seed` is that of time, parameters, states and
 * inputs.  0, why there are none, or -1 for a variable that is none of these.
 */
static int directional(state *s, const unsigned int unknown[], size_t unknowns, const real *seed,
                       real *slope) {
#if DERIVABLE
    const real *q = s->y, *v = s->y + N;
    real a[N@STATES@], along[OF_INDICATORS], energy[3];
    size_t i;
    int status = renew(s);
    memset(along, 0, sizeof along);
    memcpy(along, seed, OF_A * sizeof *along);
    if (status == 0) {
        status = accelerations_slope(s->c, s->t, q, v, s->c + CONSTANTS, s->held, a, seed,
                                     along + OF_A);
    }
    if (status != 0) {
        return status;
    }
    energies_slope(s->c, s->t, q, v, seed, energy);
    along[OF_ENERGIES] = energy[0];
    along[OF_ENERGIES + 1] = energy[1];
    along[OF_ENERGIES + 2] = energy[0] + energy[1];
    along[OF_ENERGIES + 3] = energy[2];
#ifdef SHOWN
    status = outputs_slope(s->c, s->t, q, v, s->c + CONSTANTS, s->held, seed, along + OF_SHOWN);
    if (status != 0) {
        return status;
    }
#endif
    for (i = 0; i < unknowns; i++) {
        if (unknown[i] >= OF_INDICATORS) {
            return -1;
        }
        slope[i] = along[unknown[i]];
    }
    return 0;
#else
    (void)s, (void)unknown, (void)unknowns, (void)seed, (void)slope;
    return 6;
#endif
}

/* The same along some of the known variables. */
static int directional_some(state *s, const unsigned int unknown[], size_t unknowns,
                            const unsigned int known[], size_t knowns, const real *seed,
                            real *slope) {
    real whole[OF_A];
    size_t i;
    memset(whole, 0, sizeof whole);
    for (i = 0; i < knowns; i++) {
        if (known[i] >= OF_A) {
            return -1;
        }
        whole[known[i]] += seed[i];
    }
    return directional(s, unknown, unknowns, whole, slope);
}

/* One communication step; 0, or why it went no farther than s->t. */
static int do_step(state *s, double from, double by) {
    int status;
    s->t = s->ended ? s->t : from;
    status = make_ready(s);
    if (status == 0 && !s->ended) {
        s->clock[0] = from;
        do {
            status = advance(s->c, s->clock, s->y, from + by, s->rtol, ABSOLUTE);
#ifdef LIMITS
            if (status < 0) {
                count_impact(s);
            }
#endif
        } while (status < 0);
        s->t = s->clock[0];
#ifdef STOPPED
        s->ended = status == STOPPED;
        status = s->ended ? 0 : status;
#endif
        hold(s);
    }
    return status;
}

/* The time of model exchange: what functions of time are behind a jump they are after its event. */
static void set_time(state *s, double t) {
    t = minimum(t, BEFORE_SWITCH[next_jump(s)]);
    s->t = s->passed > 0 ? maximum(t, AFTER_SWITCH[s->passed - 1]) : t;
    s->outdated = 1;
}
