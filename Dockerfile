# The app behind its own server, as a user without rights. Build: docker build -t earshot .
FROM node:22-bookworm-slim AS build
WORKDIR /earshot
ENV NEXT_TELEMETRY_DISABLED=1
COPY package.json package-lock.json .npmrc ./
RUN npm ci --workspaces=false --no-audit --no-fund
COPY . .
RUN npm run build && rm -rf .next/cache

FROM node:22-bookworm-slim
WORKDIR /earshot
ENV NODE_ENV=production NEXT_TELEMETRY_DISABLED=1 HOST=0.0.0.0 PORT=3000
COPY package.json package-lock.json .npmrc ./
# Without the list of what development needs: npm would keep of it what a package says it could use, a browser's driver
# and a compiler among them.
RUN npm pkg delete devDependencies workspaces && npm ci --omit=dev --no-audit --no-fund && npm cache clean --force
COPY --from=build --chown=node:node /earshot/.next ./.next
COPY --from=build /earshot/src/generated ./src/generated
COPY middleware.ts next.config.ts tsconfig.json ./
COPY prisma ./prisma
COPY public ./public
COPY scripts ./scripts
COPY src ./src
USER node
EXPOSE 3000
HEALTHCHECK --interval=30s --timeout=5s --start-period=20s --retries=3 \
  CMD ["node", "-e", "fetch('http://127.0.0.1:' + (process.env.PORT || 3000) + '/api/health/ready').then((r) => process.exit(r.ok ? 0 : 1), () => process.exit(1))"]
# Not through npm: the server itself takes the signal to stop.
CMD ["node", "scripts/serve.mjs"]
