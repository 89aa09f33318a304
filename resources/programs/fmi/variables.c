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
