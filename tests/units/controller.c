/*
 * A proportional and derivative controller u = kp (target - q) - kd v, as a unit of FMI 2 and 3.
 * It fails behind `fails_at`, and gives no number behind `lost_at`.
 */
#include <math.h>
#include <stddef.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#ifndef LOADED
#define LOADED
#endif
#ifndef STARTED
#define STARTED
#endif
#ifndef STEPPED
#define STEPPED
#endif
#include <stdio.h>

__attribute__((constructor)) static void loaded(void) { LOADED; }

enum { Q, V, KP, KD, TARGET, FAILS_AT, LOST_AT, U, ALL };
typedef struct { double x[ALL]; } unit;

static const double START[ALL] = {0, 0, 20, 2, 0.5, 1e9, 1e9, 0};

static void *made(void) {
    STARTED;
    unit *m = malloc(sizeof *m);
    memcpy(m->x, START, sizeof START);
    return m;
}
static int get(void *c, const unsigned *which, size_t n, double *value) {
    for (size_t i = 0; i < n; i++) value[i] = ((unit *)c)->x[which[i]];
    return 0;
}
static int set(void *c, const unsigned *which, size_t n, const double *value) {
    for (size_t i = 0; i < n; i++) ((unit *)c)->x[which[i]] = value[i];
    return 0;
}
static int stepped(void *c, double t, double h) {
    double *x = ((unit *)c)->x;
    (void)h;
    STEPPED;
    if (t >= x[FAILS_AT]) return 3;
    x[U] = t >= x[LOST_AT] ? NAN : x[KP] * (x[TARGET] - x[Q]) - x[KD] * x[V];
    return 0;
}

#if FMI == 2
void *fmi2Instantiate(const char *n, int k, const char *g, const char *r, const void *f, int v,
                      int l) { return made(); }
void fmi2FreeInstance(void *c) { free(c); }
int fmi2SetupExperiment(void *c, int d, double e, double t, int s, double end) { return 0; }
int fmi2EnterInitializationMode(void *c) { return 0; }
int fmi2ExitInitializationMode(void *c) { return 0; }
int fmi2Terminate(void *c) { return 0; }
int fmi2GetReal(void *c, const unsigned *w, size_t n, double *v) { return get(c, w, n, v); }
int fmi2SetReal(void *c, const unsigned *w, size_t n, const double *v) { return set(c, w, n, v); }
int fmi2DoStep(void *c, double t, double h, int e) { return stepped(c, t, h); }
#else
void *fmi3InstantiateCoSimulation(const char *n, const char *g, const char *r, bool v, bool l,
                                  bool e, bool early, const unsigned *w, size_t k, void *env,
                                  void *log, void *mid) { return made(); }
void fmi3FreeInstance(void *c) { free(c); }
int fmi3EnterInitializationMode(void *c, bool d, double e, double t, bool s, double end) {
    return 0;
}
int fmi3ExitInitializationMode(void *c) { return 0; }
int fmi3Terminate(void *c) { return 0; }
int fmi3GetFloat64(void *c, const unsigned *w, size_t n, double *v, size_t m) {
    return get(c, w, n, v);
}
int fmi3SetFloat64(void *c, const unsigned *w, size_t n, const double *v, size_t m) {
    return set(c, w, n, v);
}
int fmi3DoStep(void *c, double t, double h, bool no, bool *event, bool *ends, bool *early,
               double *last) {
    *event = *ends = *early = false;
    *last = t + h;
    return stepped(c, t, h);
}
#endif

#define NONE(name) int name(void) { return 3; }
#if FMI == 2
const char *fmi2GetVersion(void) { return "2.0"; }
const char *fmi2GetTypesPlatform(void) { return "default"; }
NONE(fmi2CancelStep)
NONE(fmi2DeSerializeFMUstate)
NONE(fmi2FreeFMUstate)
NONE(fmi2GetBoolean)
NONE(fmi2GetBooleanStatus)
NONE(fmi2GetDirectionalDerivative)
NONE(fmi2GetFMUstate)
NONE(fmi2GetInteger)
NONE(fmi2GetIntegerStatus)
NONE(fmi2GetRealOutputDerivatives)
NONE(fmi2GetRealStatus)
NONE(fmi2GetStatus)
NONE(fmi2GetString)
NONE(fmi2GetStringStatus)
NONE(fmi2Reset)
NONE(fmi2SerializeFMUstate)
NONE(fmi2SerializedFMUstateSize)
NONE(fmi2SetBoolean)
NONE(fmi2SetDebugLogging)
NONE(fmi2SetFMUstate)
NONE(fmi2SetInteger)
NONE(fmi2SetRealInputDerivatives)
NONE(fmi2SetString)
#else
NONE(fmi3ActivateModelPartition)
NONE(fmi3CompletedIntegratorStep)
NONE(fmi3DeserializeFMUState)
NONE(fmi3EnterConfigurationMode)
NONE(fmi3EnterContinuousTimeMode)
NONE(fmi3EnterEventMode)
NONE(fmi3EnterStepMode)
NONE(fmi3EvaluateDiscreteStates)
NONE(fmi3ExitConfigurationMode)
NONE(fmi3FreeFMUState)
NONE(fmi3GetAdjointDerivative)
NONE(fmi3GetBinary)
NONE(fmi3GetBoolean)
NONE(fmi3GetClock)
NONE(fmi3GetContinuousStateDerivatives)
NONE(fmi3GetContinuousStates)
NONE(fmi3GetDirectionalDerivative)
NONE(fmi3GetEventIndicators)
NONE(fmi3GetFMUState)
NONE(fmi3GetFloat32)
NONE(fmi3GetInt16)
NONE(fmi3GetInt32)
NONE(fmi3GetInt64)
NONE(fmi3GetInt8)
NONE(fmi3GetIntervalDecimal)
NONE(fmi3GetIntervalFraction)
NONE(fmi3GetNominalsOfContinuousStates)
NONE(fmi3GetNumberOfContinuousStates)
NONE(fmi3GetNumberOfEventIndicators)
NONE(fmi3GetNumberOfVariableDependencies)
NONE(fmi3GetOutputDerivatives)
NONE(fmi3GetShiftDecimal)
NONE(fmi3GetShiftFraction)
NONE(fmi3GetString)
NONE(fmi3GetUInt16)
NONE(fmi3GetUInt32)
NONE(fmi3GetUInt64)
NONE(fmi3GetUInt8)
NONE(fmi3GetVariableDependencies)
NONE(fmi3GetVersion)
NONE(fmi3InstantiateModelExchange)
NONE(fmi3InstantiateScheduledExecution)
NONE(fmi3Reset)
NONE(fmi3SerializeFMUState)
NONE(fmi3SerializedFMUStateSize)
NONE(fmi3SetBinary)
NONE(fmi3SetBoolean)
NONE(fmi3SetClock)
NONE(fmi3SetContinuousStates)
NONE(fmi3SetDebugLogging)
NONE(fmi3SetFMUState)
NONE(fmi3SetFloat32)
NONE(fmi3SetInt16)
NONE(fmi3SetInt32)
NONE(fmi3SetInt64)
NONE(fmi3SetInt8)
NONE(fmi3SetIntervalDecimal)
NONE(fmi3SetIntervalFraction)
NONE(fmi3SetShiftDecimal)
NONE(fmi3SetShiftFraction)
NONE(fmi3SetString)
NONE(fmi3SetTime)
NONE(fmi3SetUInt16)
NONE(fmi3SetUInt32)
NONE(fmi3SetUInt64)
NONE(fmi3SetUInt8)
NONE(fmi3UpdateDiscreteStates)
#endif
