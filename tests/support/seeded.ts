import fc from "fast-check";

/** The same examples in every run, so that a change that fails is the change's; PROPERTY_SEED tries others. */
fc.configureGlobal({ seed: Number(process.env.PROPERTY_SEED ?? 20_261_121) });

export default fc;
