FROM python:3.11-slim AS build
WORKDIR /src
COPY pyproject.toml constraints.txt README.md LICENSE ./
COPY bot bot
COPY core core
COPY locales locales
RUN python -m venv /opt/letopis \
    && pip wheel --no-cache-dir --no-deps --wheel-dir /wheels . \
    && /opt/letopis/bin/pip install --no-cache-dir -c constraints.txt /wheels/letopis-*.whl

FROM python:3.11-slim
RUN useradd --system --user-group --home-dir /data --shell /usr/sbin/nologin letopis \
    && install --directory --owner=letopis --group=letopis /data
COPY --from=build /opt/letopis /opt/letopis
ENV PATH=/opt/letopis/bin:$PATH \
    PYTHONUNBUFFERED=1 \
    DATABASE_URL=sqlite:////data/letopis.db
USER letopis
# Settings may also lie beside the database, as /data/.env: they are read from the folder of the start.
WORKDIR /data
VOLUME /data
# Prints nothing; its exit status says whether the database is there and opens.
HEALTHCHECK --interval=1m --timeout=10s --start-period=30s CMD ["letopis", "status", "--quiet"]
# What was started is drained, then the process ends.
STOPSIGNAL SIGTERM
ENTRYPOINT ["letopis"]
CMD ["run"]
