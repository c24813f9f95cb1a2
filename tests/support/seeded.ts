import fc from "fast-check";

/**
 * Uses the same examples in every run, so a failure is caused by the code change. Set PROPERTY_SEED to try
 * others.
 */
fc.configureGlobal({ seed: Number(process.env.PROPERTY_SEED ?? 20_261_121) });

export default fc;
