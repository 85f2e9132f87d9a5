#!/usr/bin/env python3
"""Writes grafana.json beside it: the dashboard as a list of panels is easier to read and to change.

    deploy/monitoring/make-dashboard.py [--check]        --check: is the file what this would write?
"""

import json
import pathlib
import sys

FILE = pathlib.Path(__file__).with_name("grafana.json")
NODE = 'instance=~"$node"'

# Rows of panels: title, unit, and the lines as (query, legend).
ROWS = [
    ("What is judged", [
        ("Verdicts", "ops", [(f"sum by (verdict) (rate(assay_submissions_total{{{NODE}}}[$__rate_interval]))",
                              "{{verdict}}")]),
        ("Who could have caused it", "percentunit", [
            (f"sum by (cause) (rate(assay_submissions_total{{{NODE}}}[$__rate_interval])) / ignoring(cause) group_left "
             f"sum(rate(assay_submissions_total{{{NODE}}}[$__rate_interval]))", "{{cause}}")]),
        ("Languages", "ops", [(f"sum by (language) (rate(assay_submissions_total{{{NODE}}}[$__rate_interval]))",
                               "{{language}}")]),
    ]),
    ("How long it takes", [
        ("Wait for a slot", "s", [
            (f"histogram_quantile({q}, sum by (le) (rate(assay_queue_seconds_bucket{{{NODE}}}[$__rate_interval])))",
             f"p{q * 100:g}") for q in (0.5, 0.95, 0.99)]),
        ("A submission, wait included", "s", [
            (f"histogram_quantile({q}, sum by (le) (rate(assay_submission_seconds_bucket{{{NODE}}}[$__rate_interval])))",
             f"p{q * 100:g}") for q in (0.5, 0.95, 0.99)]),
        ("How long one more would wait", "s", [(f"assay_estimated_wait_seconds{{{NODE}}}", "{{instance}}")]),
    ]),
    ("Nodes", [
        ("Admitted and not finished", "short", [(f"assay_queued_submissions{{{NODE}}}", "{{instance}}")]),
        ("Slots", "short", [(f"sum(assay_slots{{{NODE}}})", "all"), (f"sum(assay_running_tasks{{{NODE}}})", "running")]),
        ("Memory of the server", "bytes", [(f"process_resident_memory_bytes{{{NODE}}}", "{{instance}}")]),
        ("Draining", "short", [(f"assay_draining{{{NODE}}}", "{{instance}}")]),
    ]),
    ("What goes wrong", [
        ("Failures of Assay's own environment", "ops", [
            (f"sum by (stage) (rate(assay_runner_errors_total{{{NODE}}}[$__rate_interval]))", "{{stage}}")]),
        ("Refused, late, left", "reqps", [
            (f"sum by (status) (rate(assay_http_requests_total{{{NODE},status=~\"4..|5..\"}}[$__rate_interval]))",
             "{{status}}")]),
        ("Judges that broke down", "ops", [
            (f"topk(10, sum by (problem, cause) (rate(assay_judge_faults_total{{{NODE}}}[$__rate_interval])))",
             "{{problem}} {{cause}}")]),
        ("Patience of clients", "ops", [
            (f"sum by (event) (rate(assay_client_patience_total{{{NODE}}}[$__rate_interval]))", "{{event}}")]),
    ]),
    ("Sandboxes", [
        ("That live", "short", [(f"sum by (state) (assay_sandboxes{{{NODE}}})", "{{state}}")]),
        ("Asked for", "ops", [
            (f"sum by (outcome) (rate(assay_sandbox_creations_total{{{NODE}}}[$__rate_interval]))", "{{outcome}}")]),
        ("Ended", "ops", [(f"sum by (reason) (rate(assay_sandbox_ends_total{{{NODE}}}[$__rate_interval]))",
                           "{{reason}}")]),
    ]),
    ("Front (HAProxy)", [
        ("Waiting in front", "short", [('sum by (proxy) (haproxy_backend_current_queue{proxy=~"assay.*"})', "{{proxy}}")]),
        ("Under way, by node", "short", [('sum by (server) (haproxy_server_current_sessions{proxy=~"assay.*"})',
                                          "{{server}}")]),
        ("Sent again to another node", "ops", [
            ('sum by (server) (rate(haproxy_server_redispatch_warnings_total{proxy=~"assay.*"}[$__rate_interval]))',
             "{{server}}")]),
    ]),
]


def dashboard():
    panels, y = [], 0
    source = {"type": "prometheus", "uid": "${source}"}
    for title, row in ROWS:
        panels.append({"type": "row", "title": title, "collapsed": False, "id": len(panels) + 1,
                       "gridPos": {"x": 0, "y": y, "w": 24, "h": 1}, "panels": []})
        width = 24 // len(row)
        for column, (name, unit, lines) in enumerate(row):
            panels.append({
                "type": "timeseries", "title": name, "id": len(panels) + 1, "datasource": source,
                "gridPos": {"x": column * width, "y": y + 1, "w": width, "h": 8},
                "fieldConfig": {"defaults": {"unit": unit, "min": 0}, "overrides": []},
                "options": {"legend": {"displayMode": "list", "placement": "bottom"}, "tooltip": {"mode": "multi"}},
                "targets": [{"refId": chr(ord("A") + i), "expr": query, "legendFormat": legend, "datasource": source}
                            for i, (query, legend) in enumerate(lines)]})
        y += 9
    variables = [
        {"name": "source", "type": "datasource", "query": "prometheus", "label": "Prometheus"},
        {"name": "node", "type": "query", "label": "Node", "datasource": source, "multi": True, "includeAll": True,
         "allValue": ".*", "query": "label_values(assay_slots, instance)", "refresh": 2,
         "current": {"text": "All", "value": "$__all"}}]
    return {"title": "Assay", "uid": "assay", "tags": ["assay"], "schemaVersion": 37, "version": 1, "editable": True,
            "refresh": "10s", "time": {"from": "now-1h", "to": "now"}, "timezone": "browser",
            "templating": {"list": variables}, "panels": panels}


def main():
    text = json.dumps(dashboard(), indent=1, ensure_ascii=False) + "\n"
    if "--check" in sys.argv[1:]:
        sys.exit(0 if FILE.read_text(encoding="utf-8") == text else f"{FILE} isn't what {sys.argv[0]} writes")
    FILE.write_text(text, encoding="utf-8")


if __name__ == "__main__":
    main()
