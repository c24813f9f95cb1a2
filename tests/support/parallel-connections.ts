// Race tests need several connections. If DATABASE_POOL is set in the environment, it wins.
if (process.env.TEST_POOL === "ours") process.env.DATABASE_POOL = "20";
