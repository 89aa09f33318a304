/*
 * FMI 2.0: model exchange and co-simulation.  Types and names are those of the standard.
 */
#if defined(_WIN32)
#define EXPORTED __declspec(dllexport)
#elif defined(__GNUC__)
#define EXPORTED __attribute__((visibility("default")))
#else
#define EXPORTED
#endif
#ifdef FMI2_FUNCTION_PREFIX
#define JOINED_(a, b) a##b
#define JOINED(a, b) JOINED_(a, b)
#define FMI(name) JOINED(FMI2_FUNCTION_PREFIX, name)
#else
#define FMI(name) name
#endif

typedef void *fmi2Component;
typedef void *fmi2FMUstate;
typedef unsigned int fmi2ValueReference;
typedef double fmi2Real;
typedef int fmi2Integer;
typedef int fmi2Boolean;
typedef char fmi2Byte;
typedef const char *fmi2String;
typedef enum { fmi2OK, fmi2Warning, fmi2Discard, fmi2Error, fmi2Fatal, fmi2Pending } fmi2Status;
typedef enum { fmi2ModelExchange, fmi2CoSimulation } fmi2Type;
typedef enum {
    fmi2DoStepStatus,
    fmi2PendingStatus,
    fmi2LastSuccessfulTime,
    fmi2Terminated
} fmi2StatusKind;
typedef struct {
    void (*logger)(void *, fmi2String, fmi2Status, fmi2String, fmi2String, ...);
    void *(*allocateMemory)(size_t, size_t);
    void (*freeMemory)(void *);
    void (*stepFinished)(void *, fmi2Status);
    void *componentEnvironment;
} fmi2CallbackFunctions;
typedef struct {
    fmi2Boolean newDiscreteStatesNeeded;
    fmi2Boolean terminateSimulation;
    fmi2Boolean nominalsOfContinuousStatesChanged;
    fmi2Boolean valuesOfContinuousStatesChanged;
    fmi2Boolean nextEventTimeDefined;
    fmi2Real nextEventTime;
} fmi2EventInfo;

typedef struct {
    state s;
    const fmi2CallbackFunctions *callbacks;
    char *name;
} instance;

static fmi2Status tell(instance *m, fmi2Status status, const char *words) {
    if (m->callbacks != NULL && m->callbacks->logger != NULL) {
        m->callbacks->logger(m->callbacks->componentEnvironment, m->name, status, "logStatusError",
                             "At t = %.9g s: %s.", m->s.t, words);
    }
    return status;
}

static fmi2Status found(instance *m, int status, fmi2Status otherwise) {
    if (status == 0) {
        return fmi2OK;
    }
    return tell(m, otherwise, status < 0 ? "there is no such variable, or it is not set now"
                                         : TROUBLE[status]);
}

EXPORTED const char *FMI(fmi2GetTypesPlatform)(void) { return "default"; }

EXPORTED const char *FMI(fmi2GetVersion)(void) { return "2.0"; }

EXPORTED fmi2Status FMI(fmi2SetDebugLogging)(fmi2Component c, fmi2Boolean on, size_t count,
                                             const fmi2String names[]) {
    (void)c, (void)on, (void)count, (void)names;
    return fmi2OK;
}

EXPORTED fmi2Component FMI(fmi2Instantiate)(fmi2String name, fmi2Type type, fmi2String token,
                                            fmi2String resources,
                                            const fmi2CallbackFunctions *callbacks,
                                            fmi2Boolean visible, fmi2Boolean logging) {
    instance *m;
    (void)resources, (void)visible, (void)logging;
#ifdef UNEXCHANGED
    if (type == fmi2ModelExchange) {
        return NULL;
    }
#else
    (void)type;
#endif
    if (name == NULL || token == NULL || strcmp(token, TOKEN) != 0) {
        return NULL;
    }
    m = calloc(1, sizeof *m);
    if (m == NULL) {
        return NULL;
    }
    m->name = calloc(strlen(name) + 1, 1);
    if (m->name == NULL) {
        free(m);
        return NULL;
    }
    strcpy(m->name, name);
    m->callbacks = callbacks;
    reset_state(&m->s);
    return m;
}

EXPORTED void FMI(fmi2FreeInstance)(fmi2Component c) {
    instance *m = c;
    if (m != NULL) {
        free(m->name);
        free(m);
    }
}

EXPORTED fmi2Status FMI(fmi2SetupExperiment)(fmi2Component c, fmi2Boolean defined,
                                             fmi2Real tolerance, fmi2Real begin,
                                             fmi2Boolean ends, fmi2Real end) {
    instance *m = c;
    (void)ends, (void)end;
    m->s.t = begin;
    m->s.unsettled = 1;
    if (defined) {
        set_tolerance(&m->s, tolerance);
    }
    return fmi2OK;
}

EXPORTED fmi2Status FMI(fmi2EnterInitializationMode)(fmi2Component c) {
    ((instance *)c)->s.phase = INITIALISING;
    return fmi2OK;
}

EXPORTED fmi2Status FMI(fmi2ExitInitializationMode)(fmi2Component c) {
    instance *m = c;
    const int status = make_ready(&m->s);
    m->s.phase = AT_EVENTS;
    return found(m, status, fmi2Error);
}

EXPORTED fmi2Status FMI(fmi2Terminate)(fmi2Component c) {
    ((instance *)c)->s.phase = TERMINATED;
    return fmi2OK;
}

EXPORTED fmi2Status FMI(fmi2Reset)(fmi2Component c) {
    reset_state(&((instance *)c)->s);
    return fmi2OK;
}

EXPORTED fmi2Status FMI(fmi2GetReal)(fmi2Component c, const fmi2ValueReference which[],
                                     size_t count, fmi2Real value[]) {
    instance *m = c;
    size_t i;
    for (i = 0; i < count; i++) {
        const fmi2Status status = found(m, get_variable(&m->s, which[i], &value[i]), fmi2Discard);
        if (status != fmi2OK) {
            return status;
        }
    }
    return fmi2OK;
}

EXPORTED fmi2Status FMI(fmi2SetReal)(fmi2Component c, const fmi2ValueReference which[],
                                     size_t count, const fmi2Real value[]) {
    instance *m = c;
    size_t i;
    for (i = 0; i < count; i++) {
        const fmi2Status status = found(m, set_variable(&m->s, which[i], value[i]), fmi2Error);
        if (status != fmi2OK) {
            return status;
        }
    }
    return fmi2OK;
}

/* All variables are real numbers. */
#define NONE_OF(kind, type)                                                                      \
    EXPORTED fmi2Status FMI(fmi2Get##kind)(fmi2Component c, const fmi2ValueReference which[],    \
                                           size_t count, type value[]) {                         \
        (void)c, (void)which, (void)value;                                                       \
        return count == 0 ? fmi2OK : fmi2Error;                                                  \
    }                                                                                            \
    EXPORTED fmi2Status FMI(fmi2Set##kind)(fmi2Component c, const fmi2ValueReference which[],    \
                                           size_t count, const type value[]) {                   \
        (void)c, (void)which, (void)value;                                                       \
        return count == 0 ? fmi2OK : fmi2Error;                                                  \
    }
NONE_OF(Integer, fmi2Integer)
NONE_OF(Boolean, fmi2Boolean)
NONE_OF(String, fmi2String)

EXPORTED fmi2Status FMI(fmi2GetFMUstate)(fmi2Component c, fmi2FMUstate *kept) {
    return copy_state(&((instance *)c)->s, kept) ? fmi2OK : fmi2Error;
}

EXPORTED fmi2Status FMI(fmi2SetFMUstate)(fmi2Component c, fmi2FMUstate kept) {
    memcpy(&((instance *)c)->s, kept, sizeof(state));
    return fmi2OK;
}

EXPORTED fmi2Status FMI(fmi2FreeFMUstate)(fmi2Component c, fmi2FMUstate *kept) {
    (void)c;
    free(*kept);
    *kept = NULL;
    return fmi2OK;
}

EXPORTED fmi2Status FMI(fmi2SerializedFMUstateSize)(fmi2Component c, fmi2FMUstate kept,
                                                    size_t *size) {
    (void)c, (void)kept;
    *size = sizeof(state);
    return fmi2OK;
}

EXPORTED fmi2Status FMI(fmi2SerializeFMUstate)(fmi2Component c, fmi2FMUstate kept,
                                               fmi2Byte bytes[], size_t size) {
    (void)c;
    return write_state(kept, bytes, size) ? fmi2OK : fmi2Error;
}

EXPORTED fmi2Status FMI(fmi2DeSerializeFMUstate)(fmi2Component c, const fmi2Byte bytes[],
                                                 size_t size, fmi2FMUstate *kept) {
    (void)c;
    return size == sizeof(state) && copy_state(bytes, kept) ? fmi2OK : fmi2Error;
}

EXPORTED fmi2Status FMI(fmi2GetDirectionalDerivative)(
    fmi2Component c, const fmi2ValueReference unknown[], size_t unknowns,
    const fmi2ValueReference known[], size_t knowns, const fmi2Real seed[], fmi2Real slope[]) {
    instance *m = c;
    return found(m, directional_some(&m->s, unknown, unknowns, known, knowns, seed, slope),
                 fmi2Error);
}

/* --- model exchange --- */

EXPORTED fmi2Status FMI(fmi2EnterEventMode)(fmi2Component c) {
    ((instance *)c)->s.phase = AT_EVENTS;
    return fmi2OK;
}

EXPORTED fmi2Status FMI(fmi2NewDiscreteStates)(fmi2Component c, fmi2EventInfo *info) {
    instance *m = c;
    int status;
    memset(info, 0, sizeof *info);
    status = update(&m->s, &info->valuesOfContinuousStatesChanged);
    info->terminateSimulation = m->s.ended;
    info->nextEventTime = next_time(&m->s);
    info->nextEventTimeDefined = info->nextEventTime < LARGEST;
    return found(m, status, fmi2Error);
}

EXPORTED fmi2Status FMI(fmi2EnterContinuousTimeMode)(fmi2Component c) {
    enter_continuous(&((instance *)c)->s);
    return fmi2OK;
}

EXPORTED fmi2Status FMI(fmi2CompletedIntegratorStep)(fmi2Component c, fmi2Boolean forgotten,
                                                     fmi2Boolean *event, fmi2Boolean *end) {
    (void)forgotten;
    *event = asks_for_event(&((instance *)c)->s);
    *end = 0;
    return fmi2OK;
}

EXPORTED fmi2Status FMI(fmi2SetTime)(fmi2Component c, fmi2Real t) {
    set_time(&((instance *)c)->s, t);
    return fmi2OK;
}

EXPORTED fmi2Status FMI(fmi2SetContinuousStates)(fmi2Component c, const fmi2Real x[],
                                                 size_t count) {
    if (count != 2 * N + OWN) {
        return fmi2Error;
    }
    set_states(&((instance *)c)->s, x);
    return fmi2OK;
}

EXPORTED fmi2Status FMI(fmi2GetDerivatives)(fmi2Component c, fmi2Real rate[], size_t count) {
    instance *m = c;
    return count == 2 * N + OWN ? found(m, get_derivatives(&m->s, rate), fmi2Discard) : fmi2Error;
}

EXPORTED fmi2Status FMI(fmi2GetEventIndicators)(fmi2Component c, fmi2Real value[], size_t count) {
    instance *m = c;
    return count == INDICATORS ? found(m, get_indicators(&m->s, value), fmi2Discard) : fmi2Error;
}

EXPORTED fmi2Status FMI(fmi2GetContinuousStates)(fmi2Component c, fmi2Real x[], size_t count) {
    instance *m = c;
    const int status = make_ready(&m->s);
    if (count != 2 * N + OWN) {
        return fmi2Error;
    }
    memcpy(x, m->s.y, count * sizeof *x);
    return found(m, status, fmi2Error);
}

EXPORTED fmi2Status FMI(fmi2GetNominalsOfContinuousStates)(fmi2Component c, fmi2Real nominal[],
                                                           size_t count) {
    size_t i;
    (void)c;
    for (i = 0; i < count; i++) {
        nominal[i] = NOMINAL[i];
    }
    return fmi2OK;
}

/* --- co-simulation --- */

EXPORTED fmi2Status FMI(fmi2SetRealInputDerivatives)(fmi2Component c,
                                                     const fmi2ValueReference which[],
                                                     size_t count, const fmi2Integer order[],
                                                     const fmi2Real value[]) {
    (void)c, (void)which, (void)order, (void)value;
    return count == 0 ? fmi2OK : fmi2Error;
}

EXPORTED fmi2Status FMI(fmi2GetRealOutputDerivatives)(fmi2Component c,
                                                      const fmi2ValueReference which[],
                                                      size_t count, const fmi2Integer order[],
                                                      fmi2Real value[]) {
    (void)c, (void)which, (void)order, (void)value;
    return count == 0 ? fmi2OK : fmi2Error;
}

EXPORTED fmi2Status FMI(fmi2DoStep)(fmi2Component c, fmi2Real t, fmi2Real h,
                                    fmi2Boolean nothing_before) {
    instance *m = c;
    fmi2Status status;
    (void)nothing_before;
    m->s.phase = IN_STEPS;
    status = found(m, do_step(&m->s, t, h), fmi2Error);
    return status == fmi2OK && m->s.ended ? fmi2Discard : status;
}

EXPORTED fmi2Status FMI(fmi2CancelStep)(fmi2Component c) {
    (void)c;
    return fmi2Error;
}

EXPORTED fmi2Status FMI(fmi2GetStatus)(fmi2Component c, const fmi2StatusKind kind,
                                       fmi2Status *value) {
    (void)c, (void)kind, (void)value;
    return fmi2Discard;
}

EXPORTED fmi2Status FMI(fmi2GetRealStatus)(fmi2Component c, const fmi2StatusKind kind,
                                           fmi2Real *value) {
    if (kind != fmi2LastSuccessfulTime) {
        return fmi2Discard;
    }
    *value = ((instance *)c)->s.t;
    return fmi2OK;
}

EXPORTED fmi2Status FMI(fmi2GetIntegerStatus)(fmi2Component c, const fmi2StatusKind kind,
                                              fmi2Integer *value) {
    (void)c, (void)kind, (void)value;
    return fmi2Discard;
}

EXPORTED fmi2Status FMI(fmi2GetBooleanStatus)(fmi2Component c, const fmi2StatusKind kind,
                                              fmi2Boolean *value) {
    if (kind != fmi2Terminated) {
        return fmi2Discard;
    }
    *value = ((instance *)c)->s.ended;
    return fmi2OK;
}

EXPORTED fmi2Status FMI(fmi2GetStringStatus)(fmi2Component c, const fmi2StatusKind kind,
                                             fmi2String *value) {
    (void)c, (void)kind, (void)value;
    return fmi2Discard;
}
