/*
 * FMI 3.0: model exchange and co-simulation.  Types and names are those of the standard.
 */
#include <stdbool.h>
#include <stdint.h>

#if defined(_WIN32)
#define EXPORTED __declspec(dllexport)
#elif defined(__GNUC__)
#define EXPORTED __attribute__((visibility("default")))
#else
#define EXPORTED
#endif
#ifdef FMI3_FUNCTION_PREFIX
#define JOINED_(a, b) a##b
#define JOINED(a, b) JOINED_(a, b)
#define FMI(name) JOINED(FMI3_FUNCTION_PREFIX, name)
#else
#define FMI(name) name
#endif

typedef void *fmi3Instance;
typedef void *fmi3InstanceEnvironment;
typedef void *fmi3FMUState;
typedef uint32_t fmi3ValueReference;
typedef double fmi3Float64;
typedef bool fmi3Boolean;
typedef uint8_t fmi3Byte;
typedef const char *fmi3String;
typedef const fmi3Byte *fmi3Binary;
typedef enum { fmi3OK, fmi3Warning, fmi3Discard, fmi3Error, fmi3Fatal } fmi3Status;
typedef enum {
    fmi3IntervalNotYetKnown,
    fmi3IntervalUnchanged,
    fmi3IntervalChanged
} fmi3IntervalQualifier;
typedef enum {
    fmi3Independent,
    fmi3Constant,
    fmi3Fixed,
    fmi3Tunable,
    fmi3Discrete,
    fmi3Dependent
} fmi3DependencyKind;
typedef void (*fmi3LogMessageCallback)(fmi3InstanceEnvironment, fmi3Status, fmi3String,
                                       fmi3String);
typedef void (*fmi3IntermediateUpdateCallback)(fmi3InstanceEnvironment, fmi3Float64, fmi3Boolean,
                                               fmi3Boolean, fmi3Boolean, fmi3Boolean,
                                               fmi3Boolean *, fmi3Float64 *);
typedef void (*fmi3ClockUpdateCallback)(fmi3InstanceEnvironment);
typedef void (*fmi3LockPreemptionCallback)(void);

typedef struct {
    state s;
    fmi3InstanceEnvironment environment;
    fmi3LogMessageCallback log;
    bool early; /* steps may end early */
} instance;

static fmi3Status found(instance *m, int status, fmi3Status otherwise) {
    char words[200];
    if (status == 0) {
        return fmi3OK;
    }
    if (m->log != NULL) {
        snprintf(words, sizeof words, "At t = %.9g s: %s.", m->s.t,
                 status < 0 ? "there is no such variable, or it is not set now" : TROUBLE[status]);
        m->log(m->environment, otherwise, "logStatusError", words);
    }
    return otherwise;
}

static fmi3Instance instantiated(fmi3String token, fmi3InstanceEnvironment environment,
                                 fmi3LogMessageCallback log) {
    instance *m;
    if (token == NULL || strcmp(token, TOKEN) != 0) {
        return NULL;
    }
    m = calloc(1, sizeof *m);
    if (m != NULL) {
        m->environment = environment;
        m->log = log;
        reset_state(&m->s);
    }
    return m;
}

EXPORTED const char *FMI(fmi3GetVersion)(void) { return "3.0"; }

EXPORTED fmi3Status FMI(fmi3SetDebugLogging)(fmi3Instance c, fmi3Boolean on, size_t count,
                                             const fmi3String names[]) {
    (void)c, (void)on, (void)count, (void)names;
    return fmi3OK;
}

EXPORTED fmi3Instance FMI(fmi3InstantiateModelExchange)(
    fmi3String name, fmi3String token, fmi3String resources, fmi3Boolean visible,
    fmi3Boolean logging, fmi3InstanceEnvironment environment, fmi3LogMessageCallback log) {
    (void)name, (void)resources, (void)visible, (void)logging;
#ifdef UNEXCHANGED
    (void)token, (void)environment, (void)log;
    return NULL;
#else
    return instantiated(token, environment, log);
#endif
}

EXPORTED fmi3Instance FMI(fmi3InstantiateCoSimulation)(
    fmi3String name, fmi3String token, fmi3String resources, fmi3Boolean visible,
    fmi3Boolean logging, fmi3Boolean events, fmi3Boolean early,
    const fmi3ValueReference wanted[], size_t count, fmi3InstanceEnvironment environment,
    fmi3LogMessageCallback log, fmi3IntermediateUpdateCallback update) {
    instance *m = instantiated(token, environment, log);
    (void)name, (void)resources, (void)visible, (void)logging, (void)events;
    (void)wanted, (void)count, (void)update;
    if (m != NULL) {
        m->early = early;
    }
    return m;
}

EXPORTED fmi3Instance FMI(fmi3InstantiateScheduledExecution)(
    fmi3String name, fmi3String token, fmi3String resources, fmi3Boolean visible,
    fmi3Boolean logging, fmi3InstanceEnvironment environment, fmi3LogMessageCallback log,
    fmi3ClockUpdateCallback update, fmi3LockPreemptionCallback lock,
    fmi3LockPreemptionCallback unlock) {
    (void)name, (void)token, (void)resources, (void)visible, (void)logging, (void)environment;
    (void)log, (void)update, (void)lock, (void)unlock;
    return NULL;
}

EXPORTED void FMI(fmi3FreeInstance)(fmi3Instance c) { free(c); }

EXPORTED fmi3Status FMI(fmi3EnterInitializationMode)(fmi3Instance c, fmi3Boolean defined,
                                                     fmi3Float64 tolerance, fmi3Float64 begin,
                                                     fmi3Boolean ends, fmi3Float64 end) {
    instance *m = c;
    (void)ends, (void)end;
    m->s.t = begin;
    m->s.unsettled = 1;
    m->s.phase = INITIALISING;
    if (defined) {
        set_tolerance(&m->s, tolerance);
    }
    return fmi3OK;
}

EXPORTED fmi3Status FMI(fmi3ExitInitializationMode)(fmi3Instance c) {
    instance *m = c;
    const int status = make_ready(&m->s);
    m->s.phase = AT_EVENTS;
    return found(m, status, fmi3Error);
}

EXPORTED fmi3Status FMI(fmi3EnterEventMode)(fmi3Instance c) {
    ((instance *)c)->s.phase = AT_EVENTS;
    return fmi3OK;
}

EXPORTED fmi3Status FMI(fmi3Terminate)(fmi3Instance c) {
    ((instance *)c)->s.phase = TERMINATED;
    return fmi3OK;
}

EXPORTED fmi3Status FMI(fmi3Reset)(fmi3Instance c) {
    reset_state(&((instance *)c)->s);
    return fmi3OK;
}

EXPORTED fmi3Status FMI(fmi3GetFloat64)(fmi3Instance c, const fmi3ValueReference which[],
                                        size_t count, fmi3Float64 value[], size_t values) {
    instance *m = c;
    size_t i;
    for (i = 0; i < count && i < values; i++) {
        const fmi3Status status = found(m, get_variable(&m->s, which[i], &value[i]), fmi3Discard);
        if (status != fmi3OK) {
            return status;
        }
    }
    return count == values ? fmi3OK : fmi3Error;
}

EXPORTED fmi3Status FMI(fmi3SetFloat64)(fmi3Instance c, const fmi3ValueReference which[],
                                        size_t count, const fmi3Float64 value[], size_t values) {
    instance *m = c;
    size_t i;
    for (i = 0; i < count && i < values; i++) {
        const fmi3Status status = found(m, set_variable(&m->s, which[i], value[i]), fmi3Error);
        if (status != fmi3OK) {
            return status;
        }
    }
    return count == values ? fmi3OK : fmi3Error;
}

/* All variables are numbers of double precision. */
#define NONE_OF(kind, type)                                                                      \
    EXPORTED fmi3Status FMI(fmi3Get##kind)(fmi3Instance c, const fmi3ValueReference which[],     \
                                           size_t count, type value[], size_t values) {          \
        (void)c, (void)which, (void)value, (void)values;                                         \
        return count == 0 ? fmi3OK : fmi3Error;                                                  \
    }                                                                                            \
    EXPORTED fmi3Status FMI(fmi3Set##kind)(fmi3Instance c, const fmi3ValueReference which[],     \
                                           size_t count, const type value[], size_t values) {    \
        (void)c, (void)which, (void)value, (void)values;                                         \
        return count == 0 ? fmi3OK : fmi3Error;                                                  \
    }
NONE_OF(Float32, float)
NONE_OF(Int8, int8_t)
NONE_OF(UInt8, uint8_t)
NONE_OF(Int16, int16_t)
NONE_OF(UInt16, uint16_t)
NONE_OF(Int32, int32_t)
NONE_OF(UInt32, uint32_t)
NONE_OF(Int64, int64_t)
NONE_OF(UInt64, uint64_t)
NONE_OF(Boolean, fmi3Boolean)
NONE_OF(String, fmi3String)

EXPORTED fmi3Status FMI(fmi3GetBinary)(fmi3Instance c, const fmi3ValueReference which[],
                                       size_t count, size_t sizes[], fmi3Binary value[],
                                       size_t values) {
    (void)c, (void)which, (void)sizes, (void)value, (void)values;
    return count == 0 ? fmi3OK : fmi3Error;
}

EXPORTED fmi3Status FMI(fmi3SetBinary)(fmi3Instance c, const fmi3ValueReference which[],
                                       size_t count, const size_t sizes[],
                                       const fmi3Binary value[], size_t values) {
    (void)c, (void)which, (void)sizes, (void)value, (void)values;
    return count == 0 ? fmi3OK : fmi3Error;
}

EXPORTED fmi3Status FMI(fmi3GetFMUState)(fmi3Instance c, fmi3FMUState *kept) {
    return copy_state(&((instance *)c)->s, kept) ? fmi3OK : fmi3Error;
}

EXPORTED fmi3Status FMI(fmi3SetFMUState)(fmi3Instance c, fmi3FMUState kept) {
    memcpy(&((instance *)c)->s, kept, sizeof(state));
    return fmi3OK;
}

EXPORTED fmi3Status FMI(fmi3FreeFMUState)(fmi3Instance c, fmi3FMUState *kept) {
    (void)c;
    free(*kept);
    *kept = NULL;
    return fmi3OK;
}

EXPORTED fmi3Status FMI(fmi3SerializedFMUStateSize)(fmi3Instance c, fmi3FMUState kept,
                                                    size_t *size) {
    (void)c, (void)kept;
    *size = sizeof(state);
    return fmi3OK;
}

EXPORTED fmi3Status FMI(fmi3SerializeFMUState)(fmi3Instance c, fmi3FMUState kept,
                                               fmi3Byte bytes[], size_t size) {
    (void)c;
    return write_state(kept, bytes, size) ? fmi3OK : fmi3Error;
}

EXPORTED fmi3Status FMI(fmi3DeserializeFMUState)(fmi3Instance c, const fmi3Byte bytes[],
                                                 size_t size, fmi3FMUState *kept) {
    (void)c;
    return size == sizeof(state) && copy_state(bytes, kept) ? fmi3OK : fmi3Error;
}

/* --- what this system has not: clocks, structural parameters --- */

#define NOT_HERE(name, arguments)                                                                \
    EXPORTED fmi3Status FMI(name) arguments { return fmi3Error; }
#if defined(__GNUC__)
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wunused-parameter"
#endif
NOT_HERE(fmi3GetClock,
         (fmi3Instance c, const fmi3ValueReference which[], size_t count, bool value[]))
NOT_HERE(fmi3SetClock,
         (fmi3Instance c, const fmi3ValueReference which[], size_t count, const bool value[]))
NOT_HERE(fmi3GetNumberOfVariableDependencies,
         (fmi3Instance c, fmi3ValueReference which, size_t *count))
NOT_HERE(fmi3GetVariableDependencies,
         (fmi3Instance c, fmi3ValueReference dependent, size_t own[],
          fmi3ValueReference independents[], size_t theirs[], fmi3DependencyKind kinds[],
          size_t count))
NOT_HERE(fmi3EnterConfigurationMode, (fmi3Instance c))
NOT_HERE(fmi3ExitConfigurationMode, (fmi3Instance c))
NOT_HERE(fmi3GetIntervalDecimal,
         (fmi3Instance c, const fmi3ValueReference which[], size_t count, fmi3Float64 interval[],
          fmi3IntervalQualifier qualifier[]))
NOT_HERE(fmi3GetIntervalFraction,
         (fmi3Instance c, const fmi3ValueReference which[], size_t count, uint64_t counter[],
          uint64_t resolution[], fmi3IntervalQualifier qualifier[]))
NOT_HERE(fmi3GetShiftDecimal,
         (fmi3Instance c, const fmi3ValueReference which[], size_t count, fmi3Float64 shift[]))
NOT_HERE(fmi3GetShiftFraction,
         (fmi3Instance c, const fmi3ValueReference which[], size_t count, uint64_t counter[],
          uint64_t resolution[]))
NOT_HERE(fmi3SetIntervalDecimal, (fmi3Instance c, const fmi3ValueReference which[], size_t count,
                                  const fmi3Float64 interval[]))
NOT_HERE(fmi3SetIntervalFraction, (fmi3Instance c, const fmi3ValueReference which[], size_t count,
                                   const uint64_t counter[], const uint64_t resolution[]))
NOT_HERE(fmi3SetShiftDecimal, (fmi3Instance c, const fmi3ValueReference which[], size_t count,
                               const fmi3Float64 shift[]))
NOT_HERE(fmi3SetShiftFraction, (fmi3Instance c, const fmi3ValueReference which[], size_t count,
                                const uint64_t counter[], const uint64_t resolution[]))
NOT_HERE(fmi3GetOutputDerivatives,
         (fmi3Instance c, const fmi3ValueReference which[], size_t count, const int32_t order[],
          fmi3Float64 value[], size_t values))
NOT_HERE(fmi3ActivateModelPartition, (fmi3Instance c, fmi3ValueReference clock, fmi3Float64 t))
#if defined(__GNUC__)
#pragma GCC diagnostic pop
#endif

EXPORTED fmi3Status FMI(fmi3EvaluateDiscreteStates)(fmi3Instance c) {
    (void)c;
    return fmi3OK;
}

EXPORTED fmi3Status FMI(fmi3UpdateDiscreteStates)(fmi3Instance c, fmi3Boolean *needed,
                                                  fmi3Boolean *end, fmi3Boolean *nominals,
                                                  fmi3Boolean *values, fmi3Boolean *timed,
                                                  fmi3Float64 *next) {
    instance *m = c;
    int changed;
    const int status = update(&m->s, &changed);
    *needed = *nominals = false;
    *end = m->s.ended != 0;
    *next = next_time(&m->s);
    *timed = *next < LARGEST;
    *values = changed != 0;
    return found(m, status, fmi3Error);
}

/* --- partial derivatives --- */

EXPORTED fmi3Status FMI(fmi3GetDirectionalDerivative)(
    fmi3Instance c, const fmi3ValueReference unknown[], size_t unknowns,
    const fmi3ValueReference known[], size_t knowns, const fmi3Float64 seed[], size_t seeds,
    fmi3Float64 slope[], size_t slopes) {
    instance *m = c;
    if (seeds != knowns || slopes != unknowns) {
        return fmi3Error;
    }
    return found(m, directional_some(&m->s, unknown, unknowns, known, knowns, seed, slope),
                 fmi3Error);
}

EXPORTED fmi3Status FMI(fmi3GetAdjointDerivative)(
    fmi3Instance c, const fmi3ValueReference unknown[], size_t unknowns,
    const fmi3ValueReference known[], size_t knowns, const fmi3Float64 seed[], size_t seeds,
    fmi3Float64 slope[], size_t slopes) {
    instance *m = c;
    const fmi3Float64 one = 1.0;
    size_t i, k;
    if (seeds != unknowns || slopes != knowns) {
        return fmi3Error;
    }
    for (k = 0; k < knowns; k++) {
        slope[k] = 0.0;
        for (i = 0; i < unknowns; i++) {
            fmi3Float64 own;
            const int status = directional_some(&m->s, &unknown[i], 1, &known[k], 1, &one, &own);
            if (status != 0) {
                return found(m, status, fmi3Error);
            }
            slope[k] += seed[i] * own;
        }
    }
    return fmi3OK;
}

/* --- model exchange --- */

EXPORTED fmi3Status FMI(fmi3EnterContinuousTimeMode)(fmi3Instance c) {
    enter_continuous(&((instance *)c)->s);
    return fmi3OK;
}

EXPORTED fmi3Status FMI(fmi3CompletedIntegratorStep)(fmi3Instance c, fmi3Boolean forgotten,
                                                     fmi3Boolean *event, fmi3Boolean *end) {
    (void)forgotten;
    *event = asks_for_event(&((instance *)c)->s) != 0;
    *end = false;
    return fmi3OK;
}

EXPORTED fmi3Status FMI(fmi3SetTime)(fmi3Instance c, fmi3Float64 t) {
    set_time(&((instance *)c)->s, t);
    return fmi3OK;
}

EXPORTED fmi3Status FMI(fmi3SetContinuousStates)(fmi3Instance c, const fmi3Float64 x[],
                                                 size_t count) {
    if (count != 2 * N + OWN) {
        return fmi3Error;
    }
    set_states(&((instance *)c)->s, x);
    return fmi3OK;
}

EXPORTED fmi3Status FMI(fmi3GetContinuousStateDerivatives)(fmi3Instance c, fmi3Float64 rate[],
                                                           size_t count) {
    instance *m = c;
    return count == 2 * N + OWN ? found(m, get_derivatives(&m->s, rate), fmi3Discard) : fmi3Error;
}

EXPORTED fmi3Status FMI(fmi3GetEventIndicators)(fmi3Instance c, fmi3Float64 value[],
                                                size_t count) {
    instance *m = c;
    return count == INDICATORS ? found(m, get_indicators(&m->s, value), fmi3Discard) : fmi3Error;
}

EXPORTED fmi3Status FMI(fmi3GetContinuousStates)(fmi3Instance c, fmi3Float64 x[], size_t count) {
    instance *m = c;
    const int status = make_ready(&m->s);
    if (count != 2 * N + OWN) {
        return fmi3Error;
    }
    memcpy(x, m->s.y, count * sizeof *x);
    return found(m, status, fmi3Error);
}

EXPORTED fmi3Status FMI(fmi3GetNominalsOfContinuousStates)(fmi3Instance c, fmi3Float64 nominal[],
                                                           size_t count) {
    size_t i;
    (void)c;
    for (i = 0; i < count; i++) {
        nominal[i] = NOMINAL[i];
    }
    return fmi3OK;
}

EXPORTED fmi3Status FMI(fmi3GetNumberOfEventIndicators)(fmi3Instance c, size_t *count) {
    (void)c;
    *count = INDICATORS;
    return fmi3OK;
}

EXPORTED fmi3Status FMI(fmi3GetNumberOfContinuousStates)(fmi3Instance c, size_t *count) {
    (void)c;
    *count = 2 * N + OWN;
    return fmi3OK;
}

/* --- co-simulation --- */

EXPORTED fmi3Status FMI(fmi3EnterStepMode)(fmi3Instance c) {
    ((instance *)c)->s.phase = IN_STEPS;
    return fmi3OK;
}

EXPORTED fmi3Status FMI(fmi3DoStep)(fmi3Instance c, fmi3Float64 t, fmi3Float64 h,
                                    fmi3Boolean forgotten, fmi3Boolean *event, fmi3Boolean *end,
                                    fmi3Boolean *early, fmi3Float64 *last) {
    instance *m = c;
    fmi3Status status;
    (void)forgotten;
    *event = false;
    m->s.phase = IN_STEPS;
    status = found(m, do_step(&m->s, t, h), fmi3Error);
    *last = m->s.t;
    *end = m->s.ended != 0;
    *early = *end && m->early;
    return status;
}
