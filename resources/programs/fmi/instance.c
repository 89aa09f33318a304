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
